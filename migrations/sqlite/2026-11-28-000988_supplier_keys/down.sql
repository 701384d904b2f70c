update expense_identities set identity = 'i:' || substr(identity, instr(substr(identity, 3), ':') + 3)
where identity like 'i:%:%';
update or ignore expense_identities set number = (
  select trim(e.number) from expenses e
  where e.organization_id = expense_identities.organization_id and e.id = expense_identities.expense_id
);
