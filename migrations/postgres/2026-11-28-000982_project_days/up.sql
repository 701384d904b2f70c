-- To whose sums a document belongs: its tax point, that of a self-billed one too; null where it has none.
alter table invoices add column tax_date date;
update invoices set tax_date = (
  select v.tax_date from invoice_vat v
  where v.organization_id = invoices.organization_id and v.invoice_id = invoices.id
) where project_id is not null;

-- Whether an organization was a VAT payer until a day on which that changed: whether the VAT of its suppliers was a cost
-- goes by the day of each document.
create table former_vat_statuses (
  organization_id uuid not null references organizations,
  until date not null,
  vat_payer boolean not null,
  primary key (organization_id, until)
);
