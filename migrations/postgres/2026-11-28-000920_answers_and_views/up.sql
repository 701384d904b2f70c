-- What a response says, for lists: null of those that came before.
alter table received_responses add column status text;

-- When the link of an invoice was opened first, and last.
create table invoice_views (
  organization_id uuid not null references organizations,
  invoice_id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (organization_id, invoice_id)
);

-- What is owed to suppliers, whenever it falls due: summed up from here.
create index expenses_owed on expenses (organization_id, currency)
  include (network, due_date, status, owed) where owed is not null;
