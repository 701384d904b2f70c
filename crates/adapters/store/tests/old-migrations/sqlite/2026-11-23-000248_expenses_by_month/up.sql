-- What was spent in a month, from the index alone.
create index expenses_by_issue_date
  on expenses (organization_id, issue_date, network, currency, expense_type, total)
  where status <> 'rejected';
