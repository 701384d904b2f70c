drop index peppol_trail_in_order;
alter table peppol_trail drop column network;
create index peppol_trail_in_order on peppol_trail (organization_id, at, id);
drop index received_documents_newest;
drop index received_documents_open;
drop index received_documents_sender;
drop index received_documents_number;
create index received_documents_newest
  on received_documents (organization_id, received_at desc, id desc);
create index received_documents_open
  on received_documents (organization_id, received_at desc, id desc)
  where acknowledged_at is null;
create index received_documents_sender
  on received_documents (organization_id, sender, received_at desc, id desc);
create index received_documents_number
  on received_documents (organization_id, number, received_at desc, id desc)
  where length(number) <= 200;
drop index submissions_newest;
drop index submissions_open;
drop index submissions_failed;
create index submissions_newest on submissions (organization_id, created_at desc, id desc);
create index submissions_open on submissions (organization_id, created_at desc, id desc)
  where state in ('queued', 'sending');
create index submissions_failed on submissions (organization_id, created_at desc, id desc)
  where state = 'failed';
-- fails where an invoice was sent in both networks: nothing of it may be lost
drop index submissions_native;
create unique index submissions_native on submissions (organization_id, invoice_id)
  where native and state <> 'failed';
