-- Sessions of people in browsers, found by the hash of their cookie.
create table sessions (
  hash bytea primary key not null, -- SHA-256
  id uuid not null constraint sessions_id unique,
  user_id uuid not null references users,
  created_at timestamptz not null,
  last_seen_at timestamptz not null, -- to the minute
  agent text not null -- what the browser says it is
);
create index sessions_of_user on sessions (user_id);
create index sessions_seen on sessions (last_seen_at);
