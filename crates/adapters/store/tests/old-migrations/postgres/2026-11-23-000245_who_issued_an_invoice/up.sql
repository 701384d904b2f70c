-- Of what was issued at once, who asked for it, and whose id that is: key, connection, person. Null of what the service
-- issued by itself, of what was a draft before (its history says it), and of invoices from before.
alter table invoices add column issued_by uuid;
alter table invoices add column issued_by_kind text;
