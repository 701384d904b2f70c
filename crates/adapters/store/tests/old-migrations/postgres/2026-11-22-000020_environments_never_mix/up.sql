-- What belongs to a network is looked for in it: see "Test keys and live keys" in docs/API-DESIGN.md.

-- an invoice issued here is under way once in each network
drop index submissions_native;
create unique index submissions_native on submissions (organization_id, network, invoice_id)
  where native and state <> 'failed';

drop index submissions_newest;
drop index submissions_open;
drop index submissions_failed;
create index submissions_newest on submissions (organization_id, network, created_at desc, id desc);
create index submissions_open on submissions (organization_id, network, created_at desc, id desc)
  where state in ('queued', 'sending');
create index submissions_failed on submissions (organization_id, network, created_at desc, id desc)
  where state = 'failed';

drop index received_documents_newest;
drop index received_documents_open;
drop index received_documents_sender;
drop index received_documents_number;
create index received_documents_newest
  on received_documents (organization_id, network, received_at desc, id desc);
create index received_documents_open
  on received_documents (organization_id, network, received_at desc, id desc)
  where acknowledged_at is null;
create index received_documents_sender
  on received_documents (organization_id, network, sender, received_at desc, id desc);
create index received_documents_number
  on received_documents (organization_id, network, number, received_at desc, id desc)
  where length(number) <= 200;

-- of what happened before, the document says in which network; else the registration
alter table peppol_trail add column network text not null default 'live';
update peppol_trail set network = coalesce(
  (select s.network from submissions s
    where s.organization_id = peppol_trail.organization_id and s.id = peppol_trail.document_id),
  (select r.network from received_documents r
    where r.organization_id = peppol_trail.organization_id and r.id = peppol_trail.document_id),
  (select d.network from staged_documents d
    where d.organization_id = peppol_trail.organization_id and d.id = peppol_trail.document_id),
  (select a.network from peppol_accounts a
    where a.organization_id = peppol_trail.organization_id),
  'test');
drop index peppol_trail_in_order;
create index peppol_trail_in_order on peppol_trail (organization_id, network, at, id);
