drop index invoices_owed;
create index invoices_owed on invoices (organization_id, due_date)
  include (currency, exchange_rate, total, paid_amount, credited_amount)
  where status in ('issued', 'sent', 'partially_paid', 'overdue')
    and invoice_type in ('invoice', 'final_invoice', 'debit_note');
update invoices set credited_amount = 0 where invoice_type = 'credit_note';
alter table invoices drop column settled_by;
alter table invoices drop column outstanding;
alter table invoices drop column refunded_amount;
