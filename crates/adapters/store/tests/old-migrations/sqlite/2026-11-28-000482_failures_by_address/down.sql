drop table sapi_failures;
create table sapi_failures (
  key_id blob primary key not null references api_keys,
  count integer not null,
  since integer,
  locked_until integer
) strict, without rowid;
