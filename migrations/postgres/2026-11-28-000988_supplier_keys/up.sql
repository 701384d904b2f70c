-- An IČO is of its country: Slovakia and Czechia give theirs from one old register.
update expense_identities set identity = 'i:' || coalesce((
    select nullif(e.content::json #>> '{supplier,address,country}', '') from expenses e
    where e.organization_id = expense_identities.organization_id and e.id = expense_identities.expense_id
  ), 'SK') || ':' || substr(identity, 3)
where identity like 'i:%';
-- A number is one in any case and spacing. Where two are kept already, both stay as they are.
with folded as (
  select organization_id, identity, number, expense_type, year, network,
    upper(replace(number, ' ', '')) as one,
    count(*) over (
      partition by organization_id, identity, expense_type, year, network, upper(replace(number, ' ', ''))
    ) as same
  from expense_identities
)
update expense_identities e set number = f.one from folded f
where f.same = 1 and f.one <> f.number
  and (e.organization_id, e.identity, e.number, e.expense_type, e.year, e.network)
    = (f.organization_id, f.identity, f.number, f.expense_type, f.year, f.network);
