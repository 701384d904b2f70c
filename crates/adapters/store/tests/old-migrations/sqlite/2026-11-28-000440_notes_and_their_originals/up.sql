-- Which invoice a note refers to, and what credit notes in force take back of an invoice.
alter table invoices add column original_id blob;
alter table invoices add column credited_amount integer not null default 0;
update invoices
  set original_id = unhex(replace(document ->> '$.original.id', '-', ''))
  where origin = 'native' and invoice_type in ('credit_note', 'debit_note') and json_valid(document);
create index invoices_of_original on invoices (organization_id, original_id)
  where original_id is not null;
update invoices
  set credited_amount = coalesce((select sum(n.total) from invoices n
    where n.organization_id = invoices.organization_id and n.original_id = invoices.id
      and n.invoice_type = 'credit_note'
      and n.status not in ('draft', 'pending_approval', 'cancelled')), 0)
  where exists (select 1 from invoices n
    where n.organization_id = invoices.organization_id and n.original_id = invoices.id);
-- what is credited in full, or comes to nothing, is not owed
update invoices set status = 'paid'
  where status in ('issued', 'sent', 'partially_paid', 'overdue')
    and (credited_amount > 0 and total - paid_amount - credited_amount <= 0
      or origin = 'native' and total = 0);
drop index invoices_owed;
create index invoices_owed
  on invoices (organization_id, due_date, currency, exchange_rate, total, paid_amount, credited_amount,
    status, invoice_type)
  where status in ('issued', 'sent', 'partially_paid', 'overdue')
    and invoice_type in ('invoice', 'final_invoice', 'debit_note');
