alter table invoices drop column issued_by_kind;
alter table invoices drop column issued_by;
