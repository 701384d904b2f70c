-- From where people signed in lately: strangers who use up their account's minute do not keep them out there.
create table sign_in_places (
  user_id uuid not null references users,
  origin bytea not null, -- of the address; an address itself is not kept
  seen_at timestamptz not null,
  primary key (user_id, origin)
);
create index sign_in_places_oldest on sign_in_places (seen_at);
