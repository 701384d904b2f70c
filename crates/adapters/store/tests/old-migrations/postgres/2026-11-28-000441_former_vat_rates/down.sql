drop index invoice_vat_by_date;
alter table invoice_vat drop column tax_20;
alter table invoice_vat drop column taxable_20;
alter table invoice_vat drop column tax_10;
alter table invoice_vat drop column taxable_10;
create index invoice_vat_by_date on invoice_vat (organization_id, tax_date)
  include (currency, exchange_rate, taxable_0, taxable_5, tax_5, taxable_19, tax_19, taxable_23, tax_23);
