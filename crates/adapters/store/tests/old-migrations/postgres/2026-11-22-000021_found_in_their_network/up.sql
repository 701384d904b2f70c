-- The network stands in these too: SQLite would rather walk the newest of a network than few rows.
drop index submissions_invoice;
create index submissions_invoice
  on submissions (organization_id, invoice_id, network, created_at desc, id desc);
drop index peppol_trail_document;
create index peppol_trail_document on peppol_trail (organization_id, document_id, network, at, id);
