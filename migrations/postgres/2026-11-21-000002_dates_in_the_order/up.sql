-- The list filtered by dates walks this index and judges the dates in it, without reading the rows
-- that do not match: one order and no sorting, however wide the range is.
drop index invoices_newest;
create index invoices_newest
  on invoices (organization_id, created_at desc, id desc, issue_date, due_date);
