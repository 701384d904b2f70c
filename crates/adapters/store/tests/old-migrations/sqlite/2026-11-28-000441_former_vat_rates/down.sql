alter table invoice_vat drop column tax_20;
alter table invoice_vat drop column taxable_20;
alter table invoice_vat drop column tax_10;
alter table invoice_vat drop column taxable_10;
