-- How many invoices an organization has issued in a month of Europe/Bratislava: counted in the
-- transaction that issues.
create table usage_months (
  organization_id uuid not null references organizations,
  month date not null, -- its first day
  invoices bigint not null,
  primary key (organization_id, month)
) with (fillfactor = 50);
insert into usage_months (organization_id, month, invoices)
  select organization_id, date_trunc('month', created_at at time zone 'Europe/Bratislava')::date,
    count(*)
  from invoices where origin = 'native' group by 1, 2;
