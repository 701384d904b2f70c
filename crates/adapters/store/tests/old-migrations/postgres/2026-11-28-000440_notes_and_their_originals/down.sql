drop index invoices_owed;
create index invoices_owed on invoices (organization_id, due_date)
  include (currency, exchange_rate, total, paid_amount)
  where status in ('issued', 'sent', 'partially_paid', 'overdue')
    and invoice_type in ('invoice', 'final_invoice', 'debit_note');
drop index invoices_of_original;
alter table invoices drop column credited_amount;
alter table invoices drop column original_id;
