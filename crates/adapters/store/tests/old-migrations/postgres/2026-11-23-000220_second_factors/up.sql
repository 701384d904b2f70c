-- The second factor of people who sign in, sign-ins that wait for it, and forgotten passwords.
create table second_factors (
  user_id uuid primary key not null references users,
  secret bytea not null, -- encrypted
  created_at timestamptz not null,
  confirmed_at timestamptz, -- null: begun
  last_step bigint not null,
  recovery bytea not null, -- the SHA-256 of each code that is left
  failures bigint not null,
  failed_at timestamptz,
  version bigint not null
);

create table pending_sign_ins (
  hash bytea primary key not null, -- of the cookie
  user_id uuid not null references users,
  password_hash text not null,
  created_at timestamptz not null
);
create index pending_sign_ins_oldest on pending_sign_ins (created_at);

create table password_resets (
  id uuid primary key not null,
  email text not null, -- whether it has an account or not
  requested_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_oldest on password_resets (requested_at);
create index password_resets_of_address on password_resets (email);

-- each mail has a token of its own
create table password_reset_tokens (
  hash bytea primary key not null,
  reset_id uuid not null references password_resets on delete cascade
);
create index password_reset_tokens_of_reset on password_reset_tokens (reset_id);
