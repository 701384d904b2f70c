-- Lines that no open invoice fitted: they are matched again when a payment is taken back.
create index bank_statement_lines_unmatched
  on bank_statement_lines (organization_id, currency, created_at desc, id desc)
  where state = 'unmatched';
