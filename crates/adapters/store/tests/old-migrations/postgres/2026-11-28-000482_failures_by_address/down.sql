drop table sapi_failures;
create table sapi_failures (
  key_id uuid primary key not null references api_keys,
  count bigint not null,
  since timestamptz,
  locked_until timestamptz
);
