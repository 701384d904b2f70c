-- What the Peppol Directory was told of business cards: whose, and what they said.
create table peppol_cards (
  network text not null,
  participant text not null, -- in lower case
  name text, -- what the card said; null before it was told
  country text,
  error text,
  attempts integer not null, -- that failed since it was told something
  retry_at integer not null,
  primary key (network, participant)
) strict, without rowid;
