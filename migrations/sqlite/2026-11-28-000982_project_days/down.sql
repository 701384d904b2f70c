drop table former_vat_statuses;
alter table invoices drop column tax_date;
