create table recorded_invoices (
  organization_id blob not null references organizations,
  id blob not null,
  number text not null,
  variable_symbol text,
  type_code text,
  issue_date text,
  due_date text,
  currency text,
  payable text,
  counterparty text,
  created_at integer not null,
  primary key (organization_id, id),
  constraint recorded_invoices_number unique (organization_id, number)
) strict;
insert into recorded_invoices
  select organization_id, id, number, document ->> 'variable_symbol', document ->> 'type_code',
    issue_date, due_date, currency, printf('%.2f', (total - paid_amount) / 100.0), customer_name,
    created_at
  from invoices where origin = 'connector';
delete from invoices where origin = 'connector';
drop index invoices_newest;
drop index invoices_due;
drop index invoices_open_due;
alter table invoices drop column origin;
alter table invoices rename column due_date to optional_due_date;
alter table invoices add column due_date text not null default '2000-01-01';
update invoices set due_date = optional_due_date;
alter table invoices drop column optional_due_date;
create index invoices_newest
  on invoices (organization_id, created_at desc, id desc, issue_date, due_date);
create index invoices_due on invoices (organization_id, due_date, created_at, id);
create index invoices_open_due on invoices (due_date)
  where status in ('issued', 'sent', 'partially_paid') and invoice_type <> 'credit_note';
