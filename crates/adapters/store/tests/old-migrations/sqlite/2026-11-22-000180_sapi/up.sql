-- Tokens of SAPI-SK, as hashes. Their clients are keys of organizations.
create table sapi_tokens (
  id blob primary key not null,
  hash blob not null constraint sapi_tokens_hash unique,
  kind text not null, -- access, refresh
  grant_id blob not null, -- what one exchange of credentials gave, with its renewals
  key_id blob not null references api_keys,
  scopes text not null,
  issued_at integer not null,
  expires_at integer not null,
  ended_at integer -- renewed or revoked
) strict;
create index sapi_tokens_of_grant on sapi_tokens (grant_id);
create index sapi_tokens_expired on sapi_tokens (expires_at);

-- Wrong secrets of a client.
create table sapi_failures (
  key_id blob primary key not null references api_keys,
  count integer not null,
  since integer,
  locked_until integer
) strict, without rowid;
