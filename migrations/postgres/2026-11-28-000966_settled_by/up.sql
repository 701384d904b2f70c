-- The advances that a document settles are locked with it.
create index invoices_settled_by on invoices (organization_id, settled_by) where settled_by is not null;
