-- OAuth 2.1. Everything secret is kept as its SHA-256; the private halves of keys are encrypted.
create table oauth_clients (
  id text primary key not null,
  secret_hash bytea, -- null: a client on the user's device, which keeps no secret
  content text not null, -- JSON: what it said of itself
  created_at timestamptz not null
);
create index oauth_clients_oldest on oauth_clients (created_at);

-- Requests for authorization, until their code is exchanged, and some time longer: a code that is used
-- twice must be noticed.
create table oauth_grants (
  id uuid primary key not null,
  client_id text not null references oauth_clients on delete cascade,
  stage text not null, -- pending, approved, exchanged, cancelled
  request text not null, -- JSON
  approval text, -- JSON
  code_hash bytea constraint oauth_grants_code unique,
  connection_id uuid,
  created_at timestamptz not null
);
create index oauth_grants_oldest on oauth_grants (created_at);
create index oauth_grants_of_client on oauth_grants (client_id);

create table oauth_connections (
  organization_id uuid not null references organizations,
  id uuid not null,
  client_id text not null references oauth_clients,
  client_name text not null,
  redirect_host text not null,
  user_id uuid not null references users,
  tier text not null, -- test, live
  scopes text not null,
  resource text not null, -- agent_api, mcp
  created_at timestamptz not null,
  last_used_at timestamptz, -- to the minute
  revoked_at timestamptz,
  revoked_because text,
  primary key (organization_id, id),
  check ((revoked_at is null) = (revoked_because is null))
);
create index oauth_connections_newest on oauth_connections (organization_id, created_at desc, id desc);
create index oauth_connections_of_client on oauth_connections (client_id);

create table oauth_refresh_tokens (
  hash bytea primary key not null,
  organization_id uuid not null,
  connection_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (organization_id, connection_id) references oauth_connections
);
create index oauth_refresh_tokens_ended on oauth_refresh_tokens (expires_at);

create table oauth_signing_keys (
  id text primary key not null, -- kid
  point bytea not null, -- the public half
  private bytea not null, -- encrypted
  created_at timestamptz not null,
  retired_at timestamptz
);
-- one signs
create unique index oauth_signing_keys_current on oauth_signing_keys ((retired_at is null))
  where retired_at is null;
