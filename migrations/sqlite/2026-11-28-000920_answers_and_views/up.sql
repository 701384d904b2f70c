-- What a response says, for lists: null of those that came before.
alter table received_responses add column status text;

-- When the link of an invoice was opened first, and last.
create table invoice_views (
  organization_id blob not null references organizations,
  invoice_id blob not null,
  first_at integer not null,
  last_at integer not null,
  primary key (organization_id, invoice_id)
) strict, without rowid;

-- What is owed to suppliers, whenever it falls due: summed up from here.
create index expenses_owed on expenses (organization_id, currency, network, due_date, status, owed)
  where owed is not null;
