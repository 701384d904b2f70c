-- A draft is an invoice without a number: it draws one when it is issued. See docs/storage.md.
alter table invoices alter column number drop not null;
alter table invoices add constraint invoices_numbered
  check ((number is null) = (status in ('draft', 'pending_approval')));

-- What keeps an invoice from being changed: nothing of it is in the document.
alter table invoices add column archived_at integer;
alter table invoices add column locked_at integer;

-- A line for every change of an invoice. That of a deleted draft stays: no foreign key.
create table invoice_history (
  organization_id blob not null references organizations,
  invoice_id blob not null,
  id blob not null,
  created_at integer not null,
  action text not null,
  actor blob, -- the key; null of what the service does by itself
  version integer not null,
  before text not null, -- JSON: what changed, as it was
  after text not null, -- JSON: the same, as it is
  primary key (organization_id, invoice_id, id)
) strict;
create index invoice_history_newest
  on invoice_history (organization_id, invoice_id, created_at desc, id desc);
