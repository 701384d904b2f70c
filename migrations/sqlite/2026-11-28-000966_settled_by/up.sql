-- The advances that a document settles are found by it.
create index invoices_settled_by on invoices (organization_id, settled_by) where settled_by is not null;
