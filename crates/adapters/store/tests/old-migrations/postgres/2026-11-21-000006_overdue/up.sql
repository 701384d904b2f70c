-- Invoices that can become overdue, of all organizations: looked for each night.
create index invoices_open_due on invoices (due_date)
  where status in ('issued', 'sent', 'partially_paid') and invoice_type <> 'credit_note';
