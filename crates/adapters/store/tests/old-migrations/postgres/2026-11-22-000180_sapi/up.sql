-- Tokens of SAPI-SK, as hashes. Their clients are keys of organizations.
create table sapi_tokens (
  id uuid primary key,
  hash bytea not null constraint sapi_tokens_hash unique,
  kind text not null, -- access, refresh
  grant_id uuid not null, -- what one exchange of credentials gave, with its renewals
  key_id uuid not null references api_keys,
  scopes text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz -- renewed or revoked
);
create index sapi_tokens_of_grant on sapi_tokens (grant_id);
create index sapi_tokens_expired on sapi_tokens (expires_at);

-- Wrong secrets of a client.
create table sapi_failures (
  key_id uuid primary key references api_keys,
  count bigint not null,
  since timestamptz,
  locked_until timestamptz
);
