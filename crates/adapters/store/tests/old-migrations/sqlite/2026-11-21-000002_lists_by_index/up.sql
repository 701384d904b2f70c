-- The list filtered by dates walks this index and judges the dates in it, without reading the rows
-- that do not match: one order and no sorting, however wide the range is.
drop index invoices_newest;
create index invoices_newest
  on invoices (organization_id, created_at desc, id desc, issue_date, due_date);

-- Contacts found by their numbers, in the order of the list: SQLite would rather read all contacts
-- in order than sort the few that have a number.
drop index contacts_ico;
drop index contacts_dic;
create index contacts_ico on contacts (organization_id, ico, created_at desc, id desc)
  where ico is not null;
create index contacts_dic on contacts (organization_id, dic, created_at desc, id desc)
  where dic is not null;
