-- Participants of ours in the registry of a network (SML): how far each entry has come.
create table peppol_entries (
  network text not null,
  participant text not null, -- in lower case
  organization_id blob not null references organizations,
  source text not null, -- what brought it about, for the events
  state text not null, -- pending, listed, refused
  migration_key blob, -- encrypted; until the participant has moved here
  error_code text,
  error_message text,
  attempts integer not null,
  retry_at integer not null,
  changed_at integer not null,
  primary key (network, participant)
) strict, without rowid;
create index peppol_entries_due on peppol_entries (network, retry_at);
