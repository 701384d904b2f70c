create table recorded_invoices (
  organization_id uuid not null references organizations,
  id uuid not null,
  number text not null,
  variable_symbol text,
  type_code text,
  issue_date date,
  due_date date,
  currency text,
  payable numeric,
  counterparty text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint recorded_invoices_number unique (organization_id, number)
);
insert into recorded_invoices
  select organization_id, id, number, document::json->>'variable_symbol',
    document::json->>'type_code', issue_date, due_date, currency, total - paid_amount,
    customer_name, created_at
  from invoices where origin = 'connector';
delete from invoices where origin = 'connector';
drop index invoices_newest;
alter table invoices drop column origin;
alter table invoices alter column due_date set not null;
create index invoices_newest
  on invoices (organization_id, created_at desc, id desc, issue_date, due_date);
