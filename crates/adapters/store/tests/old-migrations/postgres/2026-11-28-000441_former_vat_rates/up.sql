-- Notes to supplies before 2025 have the rates of that time.
alter table invoice_vat add column taxable_10 bigint not null default 0;
alter table invoice_vat add column tax_10 bigint not null default 0;
alter table invoice_vat add column taxable_20 bigint not null default 0;
alter table invoice_vat add column tax_20 bigint not null default 0;
drop index invoice_vat_by_date;
create index invoice_vat_by_date on invoice_vat (organization_id, tax_date)
  include (currency, exchange_rate, taxable_0, taxable_5, tax_5, taxable_19, tax_19, taxable_23, tax_23,
    taxable_10, tax_10, taxable_20, tax_20);
