-- Lines that wait for an answer, of one account: the bank may take one back.
create index bank_statement_lines_proposed
  on bank_statement_lines (organization_id, iban, currency, created_at desc, id desc)
  where state = 'proposed';
