-- What is still to be paid of every document, as the one rule says it; of a credit note, what of it is set
-- against its original; of an invoice, what its credit notes have paid back.
alter table invoices add column refunded_amount integer not null default 0;
alter table invoices add column outstanding integer not null default 0;
update invoices set outstanding = total - paid_amount
  + case when origin = 'connector' and json_valid(document)
      then coalesce(cast(round(cast(document ->> '$.rounding' as real) * 100) as integer), 0)
      else 0 end;
update invoices set credited_amount = s.share
  from (select n.organization_id, n.id,
      max(0, min(n.total - n.paid_amount, min(o.credited_amount, max(o.outstanding, 0))
        - (sum(n.total - n.paid_amount) over (partition by n.organization_id, n.original_id
            order by n.created_at, n.id) - (n.total - n.paid_amount)))) as share
    from invoices n
    join invoices o on o.organization_id = n.organization_id and o.id = n.original_id
    where n.invoice_type = 'credit_note'
      and n.status not in ('draft', 'pending_approval', 'cancelled')) as s
  where invoices.organization_id = s.organization_id and invoices.id = s.id;
update invoices
  set refunded_amount = min(n.paid,
    credited_amount - min(credited_amount, max(outstanding, 0)))
  from (select organization_id, original_id, sum(paid_amount) as paid from invoices
    where original_id is not null and invoice_type = 'credit_note'
      and status not in ('draft', 'pending_approval', 'cancelled')
    group by 1, 2) as n
  where n.organization_id = invoices.organization_id and n.original_id = invoices.id;
update invoices
  set outstanding = outstanding - min(credited_amount - refunded_amount, max(outstanding, 0))
  where credited_amount <> 0;
-- a credit note that its original takes up owes nothing
update invoices set status = 'paid'
  where invoice_type = 'credit_note' and credited_amount > 0 and outstanding <= 0
    and status in ('issued', 'sent', 'partially_paid', 'overdue');
-- which document settles an advance
alter table invoices add column settled_by blob;
drop index invoices_owed;
create index invoices_owed
  on invoices (organization_id, due_date, currency, exchange_rate, outstanding, status, invoice_type)
  where status in ('issued', 'sent', 'partially_paid', 'overdue')
    and invoice_type in ('invoice', 'final_invoice', 'debit_note');
