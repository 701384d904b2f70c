-- Keys have a name and an end, and tell who made them and when they were used last.
alter table api_keys add column name text;
alter table api_keys add column created_by uuid; -- a key; none: the command line
alter table api_keys add column last_used_at timestamptz; -- to the minute
alter table api_keys add column expires_at timestamptz;
create index api_keys_of_organization on api_keys (organization_id, created_at desc, id desc)
  where organization_id is not null;
create index api_keys_of_partner on api_keys (partner_id, created_at desc, id desc)
  where partner_id is not null;

-- A row for each thing that is counted: its current minute. Lost in a crash, which costs nothing. Takes
-- the place of request_counts, which a later release drops.
create unlogged table request_windows (
  subject_id uuid not null, -- an organization, a key, or an invoice for its public link
  operation text not null,
  window_start bigint not null, -- Unix seconds
  count integer not null,
  primary key (subject_id, operation)
) with (fillfactor = 50);

-- Texts of received documents are cut when they are read; those that came before, here.
update received_documents set sender_name = substr(sender_name, 1, 300)
  where length(sender_name) > 300;
update received_documents set number = substr(number, 1, 500) where length(number) > 500;
update received_documents set type_code = substr(type_code, 1, 500) where length(type_code) > 500;
update received_documents set currency = substr(currency, 1, 500) where length(currency) > 500;
