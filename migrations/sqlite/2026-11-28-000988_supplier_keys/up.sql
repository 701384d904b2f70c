-- An IČO is of its country: Slovakia and Czechia give theirs from one old register.
update expense_identities set identity = 'i:' || coalesce((
    select nullif(json_extract(e.content, '$.supplier.address.country'), '') from expenses e
    where e.organization_id = expense_identities.organization_id and e.id = expense_identities.expense_id
  ), 'SK') || ':' || substr(identity, 3)
where identity like 'i:%';
-- A number is one in any case and spacing. Where two are kept already, both stay as they are.
update or ignore expense_identities set number = upper(replace(number, ' ', ''));
