-- What the state's portal told of taxpayers that chose this provider. Tokens are kept as hashes.
create table state_notices (
  token_hash blob primary key not null,
  dic text not null,
  received_at integer not null
) strict, without rowid;
