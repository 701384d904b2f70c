drop index submissions_need_operator;
drop index jobs_running;
drop index jobs_dead;
drop index invoices_open_due;
create index invoices_open_due on invoices (due_date)
  where status in ('issued', 'sent', 'partially_paid') and invoice_type <> 'credit_note';
