-- What the state's portal told of taxpayers that chose this provider. Tokens are kept as hashes.
create table state_notices (
  token_hash bytea primary key,
  dic text not null,
  received_at timestamptz not null
);
