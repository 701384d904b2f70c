-- What is past due is read in pages: each invoice has its place.
drop index invoices_open_due;
create index invoices_open_due on invoices (due_date, organization_id, id)
  where status in ('issued', 'sent', 'partially_paid') and invoice_type <> 'credit_note';

-- What metrics count at each scrape, and what the queue tells.
create index jobs_dead on jobs (kind) where state = 'dead';
create index jobs_running on jobs (kind) where state = 'running';
create index submissions_need_operator on submissions (network) where needs_operator;
