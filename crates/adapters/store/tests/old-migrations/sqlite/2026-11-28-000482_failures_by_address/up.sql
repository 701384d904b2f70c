-- Wrong secrets of a client, from where they came: half of a SHA-256 of the address. Those of ten minutes count; none are moved.
drop table sapi_failures;
create table sapi_failures (
  key_id blob not null references api_keys,
  origin blob not null,
  count integer not null,
  since integer,
  locked_until integer,
  primary key (key_id, origin)
) strict, without rowid;
