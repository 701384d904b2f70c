-- OAuth 2.1. Everything secret is kept as its SHA-256; the private halves of keys are encrypted.
create table oauth_clients (
  id text primary key not null,
  secret_hash blob, -- null: a client on the user's device, which keeps no secret
  content text not null, -- JSON: what it said of itself
  created_at integer not null
) strict;
create index oauth_clients_oldest on oauth_clients (created_at);

-- Requests for authorization, until their code is exchanged, and some time longer: a code that is used
-- twice must be noticed.
create table oauth_grants (
  id blob primary key not null,
  client_id text not null references oauth_clients on delete cascade,
  stage text not null, -- pending, approved, exchanged, cancelled
  request text not null, -- JSON
  approval text, -- JSON
  code_hash blob constraint oauth_grants_code unique,
  connection_id blob,
  created_at integer not null
) strict;
create index oauth_grants_oldest on oauth_grants (created_at);
create index oauth_grants_of_client on oauth_grants (client_id);

create table oauth_connections (
  organization_id blob not null references organizations,
  id blob not null,
  client_id text not null references oauth_clients,
  client_name text not null,
  redirect_host text not null,
  user_id blob not null references users,
  tier text not null, -- test, live
  scopes text not null,
  resource text not null, -- agent_api, mcp
  created_at integer not null,
  last_used_at integer, -- to the minute
  revoked_at integer,
  revoked_because text,
  primary key (organization_id, id),
  check ((revoked_at is null) = (revoked_because is null))
) strict;
create index oauth_connections_newest on oauth_connections (organization_id, created_at desc, id desc);
create index oauth_connections_of_client on oauth_connections (client_id);

create table oauth_refresh_tokens (
  hash blob primary key not null,
  organization_id blob not null,
  connection_id blob not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  foreign key (organization_id, connection_id) references oauth_connections
) strict;
create index oauth_refresh_tokens_ended on oauth_refresh_tokens (expires_at);

create table oauth_signing_keys (
  id text primary key not null, -- kid
  point blob not null, -- the public half
  private blob not null, -- encrypted
  created_at integer not null,
  retired_at integer
) strict;
-- one signs
create unique index oauth_signing_keys_current on oauth_signing_keys ((retired_at is null))
  where retired_at is null;
