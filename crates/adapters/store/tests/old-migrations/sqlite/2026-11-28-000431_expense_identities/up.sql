-- What a supplier is known by (contact, IČO, DIČ or VAT number): its document is kept once under each, in a year, in
-- the sandbox and outside it. Of documents that are there twice, the first has the place.
create table expense_identities (
  organization_id blob not null,
  network text not null, -- test of the sandbox, else live
  identity text not null,
  expense_type text not null,
  number text not null,
  year integer not null, -- of issue
  expense_id blob not null,
  primary key (organization_id, identity, number, expense_type, year, network),
  foreign key (organization_id, expense_id) references expenses
) strict, without rowid;
create index expense_identities_expense on expense_identities (organization_id, expense_id);

insert into expense_identities (organization_id, identity, network, expense_type, number, year, expense_id)
  select organization_id, identity, network, expense_type, number, year, id from (
    select organization_id, 'c:' || lower(substr(hex(supplier_id),1,8)||'-'||substr(hex(supplier_id),9,4)||'-'||substr(hex(supplier_id),13,4)||'-'||substr(hex(supplier_id),17,4)||'-'||substr(hex(supplier_id),21)) as identity, coalesce(network, 'live') as network, expense_type, number,
      cast(substr(issue_date, 1, 4) as integer) as year, id, created_at from expenses where status <> 'rejected'
    union all
    select organization_id, 'i:' || ltrim(replace(upper(content ->> '$.supplier.ico'), ' ', ''), '0'), coalesce(network, 'live'), expense_type, number,
      cast(substr(issue_date, 1, 4) as integer), id, created_at from expenses where status <> 'rejected' and content ->> '$.supplier.ico' is not null
    union all
    select organization_id, 't:' || case when replace(upper(content ->> '$.supplier.dic'), ' ', '') like 'SK__________' then substr(replace(upper(content ->> '$.supplier.dic'), ' ', ''), 3) else replace(upper(content ->> '$.supplier.dic'), ' ', '') end, coalesce(network, 'live'), expense_type, number,
      cast(substr(issue_date, 1, 4) as integer), id, created_at from expenses
      where status <> 'rejected' and content ->> '$.supplier.dic' is not null and (content ->> '$.supplier.ico' is null or replace(upper(content ->> '$.supplier.dic'), ' ', '') not like '7%')
    union all
    select organization_id, 't:' || case when replace(upper(content ->> '$.supplier.ic_dph'), ' ', '') like 'SK__________' then substr(replace(upper(content ->> '$.supplier.ic_dph'), ' ', ''), 3) else replace(upper(content ->> '$.supplier.ic_dph'), ' ', '') end, coalesce(network, 'live'), expense_type, number,
      cast(substr(issue_date, 1, 4) as integer), id, created_at from expenses
      where status <> 'rejected' and content ->> '$.supplier.ic_dph' is not null and replace(upper(content ->> '$.supplier.ic_dph'), ' ', '') like 'SK%'
        and (content ->> '$.supplier.ico' is null or replace(upper(content ->> '$.supplier.ic_dph'), ' ', '') not like 'SK7%')
  ) as known where true
  order by created_at, id
  on conflict do nothing;

drop index expenses_number;
drop index expenses_test_number;
alter table expenses drop column supplier_key;

-- a negative invoice was never paid by being negative
update expenses set payment_status = 'unpaid' where total < 0 and paid_amount = 0 and payment_status = 'paid';

create index contacts_name on contacts (organization_id, search_name);
