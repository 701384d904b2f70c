update expense_identities set identity = 'i:' || split_part(identity, ':', 3)
where identity like 'i:%:%';
update expense_identities set number = trim(e.number) from expenses e
where e.organization_id = expense_identities.organization_id and e.id = expense_identities.expense_id;
