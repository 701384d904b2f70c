-- A bank takes money back: a proposal may undo the payment of an earlier line.
alter table payment_proposals add column undoes uuid;
create index bank_statement_lines_invoice on bank_statement_lines (organization_id, invoice_id)
  where state = 'recorded';
