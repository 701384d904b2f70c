-- How many invoices an organization has issued in a month of Europe/Bratislava: counted in the
-- transaction that issues.
create table usage_months (
  organization_id blob not null references organizations,
  month text not null, -- its first day
  invoices integer not null,
  primary key (organization_id, month)
) strict, without rowid;
insert into usage_months (organization_id, month, invoices)
  select organization_id, strftime('%Y-%m-01', created_at / 1000000 + 3600, 'unixepoch'), count(*)
  from invoices
  where origin = 'native' group by 1, 2;
