drop index peppol_trail_document;
create index peppol_trail_document on peppol_trail (organization_id, document_id, at, id);
drop index submissions_invoice;
create index submissions_invoice
  on submissions (organization_id, invoice_id, created_at desc, id desc);
