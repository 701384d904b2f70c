-- Ids are unique in all organizations: documents refer to them alone.
create table projects (
  organization_id blob not null references organizations,
  id blob not null unique,
  code text not null,
  name text not null,
  search_text text not null, -- code and name: lower case, no diacritics
  customer_id blob,
  start_date text,
  end_date text,
  budget integer,
  budget_currency text,
  note text,
  status text not null, -- open, closed
  archived_at integer,
  version integer not null,
  created_at integer not null,
  primary key (organization_id, id),
  unique (organization_id, code),
  foreign key (organization_id, customer_id) references contacts
) strict;
create index projects_newest on projects (organization_id, created_at desc, id desc);
create index projects_customer on projects (organization_id, customer_id) where (customer_id is not
  null);

-- The buyer wrote it for the supplier; null of rows that were written last before this was kept, which name no project.
alter table invoices add column self_billed integer;
alter table invoices add column project_id blob references projects(id);
create index invoices_project on invoices (project_id, created_at desc, id desc) where (project_id is
  not null);

-- Without VAT; null of rows that were written last before this was kept, which name no project.
alter table expenses add column subtotal integer;
alter table expenses add column project_id blob references projects(id);
create index expenses_project on expenses (project_id, created_at desc, id desc) where (project_id is
  not null);

alter table contracts add column project_id blob references projects(id);
create index contracts_project on contracts (project_id, created_at desc, id desc) where (project_id
  is not null);
