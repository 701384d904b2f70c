-- Wrong secrets of a client, from where they came: half of a SHA-256 of the address. Those of ten minutes count; none are moved.
drop table sapi_failures;
create table sapi_failures (
  key_id uuid not null references api_keys,
  origin bytea not null,
  count bigint not null,
  since timestamptz,
  locked_until timestamptz,
  primary key (key_id, origin)
);
