-- Keys have a name and an end, and tell who made them and when they were used last.
alter table api_keys add column name text;
alter table api_keys add column created_by blob; -- a key; none: the command line
alter table api_keys add column last_used_at integer; -- to the minute
alter table api_keys add column expires_at integer;
create index api_keys_of_organization on api_keys (organization_id, created_at desc, id desc)
  where organization_id is not null;
create index api_keys_of_partner on api_keys (partner_id, created_at desc, id desc)
  where partner_id is not null;

-- The current minute of what is counted: in memory, and here a moment later, for a restart.
create table request_windows (
  subject_id blob not null, -- an organization, a key, or an invoice for its public link
  operation text not null,
  window_start integer not null, -- Unix seconds
  count integer not null,
  primary key (subject_id, operation)
) strict, without rowid;

-- Texts of received documents are cut when they are read; those that came before, here.
update received_documents set sender_name = substr(sender_name, 1, 300)
  where length(sender_name) > 300;
update received_documents set number = substr(number, 1, 500) where length(number) > 500;
update received_documents set type_code = substr(type_code, 1, 500) where length(type_code) > 500;
update received_documents set currency = substr(currency, 1, 500) where length(currency) > 500;
