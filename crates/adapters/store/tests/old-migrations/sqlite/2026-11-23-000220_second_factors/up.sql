-- The second factor of people who sign in, sign-ins that wait for it, and forgotten passwords.
create table second_factors (
  user_id blob primary key not null references users,
  secret blob not null, -- encrypted
  created_at integer not null,
  confirmed_at integer, -- null: begun
  last_step integer not null,
  recovery blob not null, -- the SHA-256 of each code that is left
  failures integer not null,
  failed_at integer,
  version integer not null
) strict;

create table pending_sign_ins (
  hash blob primary key not null, -- of the cookie
  user_id blob not null references users,
  password_hash text not null,
  created_at integer not null
) strict;
create index pending_sign_ins_oldest on pending_sign_ins (created_at);

create table password_resets (
  id blob primary key not null,
  email text not null, -- whether it has an account or not
  requested_at integer not null,
  used_at integer
) strict;
create index password_resets_oldest on password_resets (requested_at);
create index password_resets_of_address on password_resets (email);

-- each mail has a token of its own
create table password_reset_tokens (
  hash blob primary key not null,
  reset_id blob not null references password_resets on delete cascade
) strict;
create index password_reset_tokens_of_reset on password_reset_tokens (reset_id);
