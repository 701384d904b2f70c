-- Notes to supplies before 2025 have the rates of that time.
alter table invoice_vat add column taxable_10 integer not null default 0;
alter table invoice_vat add column tax_10 integer not null default 0;
alter table invoice_vat add column taxable_20 integer not null default 0;
alter table invoice_vat add column tax_20 integer not null default 0;
