-- Sessions of people in browsers, found by the hash of their cookie.
create table sessions (
  hash blob primary key not null, -- SHA-256
  id blob not null constraint sessions_id unique,
  user_id blob not null references users,
  created_at integer not null,
  last_seen_at integer not null, -- to the minute
  agent text not null -- what the browser says it is
) strict;
create index sessions_of_user on sessions (user_id);
create index sessions_seen on sessions (last_seen_at);
