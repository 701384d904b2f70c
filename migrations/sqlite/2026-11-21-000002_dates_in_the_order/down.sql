drop index invoices_newest;
create index invoices_newest on invoices (organization_id, created_at desc, id desc);
