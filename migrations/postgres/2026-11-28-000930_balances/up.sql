-- What is still to be paid of every document, as the one rule says it; of a credit note, what of it is set
-- against its original; of an invoice, what its credit notes have paid back.
alter table invoices add column refunded_amount numeric(18,2) not null default 0;
alter table invoices add column outstanding numeric(18,2) not null default 0;
-- what cannot be read has no rounding, and holds nobody up
create function readable_rounding(content text) returns numeric immutable language plpgsql as $$
begin
  return coalesce((content::jsonb ->> 'rounding')::numeric, 0);
exception when others then
  return 0;
end $$;
update invoices set outstanding = total - paid_amount
  + case when origin = 'connector' then readable_rounding(document) else 0 end;
drop function readable_rounding(text);
update invoices n set credited_amount = s.share
  from (select n.organization_id, n.id,
      greatest(0, least(n.total - n.paid_amount, least(o.credited_amount, greatest(o.outstanding, 0))
        - (sum(n.total - n.paid_amount) over (partition by n.organization_id, n.original_id
            order by n.created_at, n.id) - (n.total - n.paid_amount)))) as share
    from invoices n
    join invoices o on o.organization_id = n.organization_id and o.id = n.original_id
    where n.invoice_type = 'credit_note'
      and n.status not in ('draft', 'pending_approval', 'cancelled')) s
  where n.organization_id = s.organization_id and n.id = s.id;
update invoices o
  set refunded_amount = least(n.paid,
    o.credited_amount - least(o.credited_amount, greatest(o.outstanding, 0)))
  from (select organization_id, original_id, sum(paid_amount) as paid from invoices
    where original_id is not null and invoice_type = 'credit_note'
      and status not in ('draft', 'pending_approval', 'cancelled')
    group by 1, 2) n
  where n.organization_id = o.organization_id and n.original_id = o.id;
update invoices
  set outstanding = outstanding - least(credited_amount - refunded_amount, greatest(outstanding, 0))
  where credited_amount <> 0;
-- a credit note that its original takes up owes nothing
update invoices set status = 'paid'
  where invoice_type = 'credit_note' and credited_amount > 0 and outstanding <= 0
    and status in ('issued', 'sent', 'partially_paid', 'overdue');
-- which document settles an advance
alter table invoices add column settled_by uuid;
drop index invoices_owed;
create index invoices_owed on invoices (organization_id, due_date)
  include (currency, exchange_rate, outstanding)
  where status in ('issued', 'sent', 'partially_paid', 'overdue')
    and invoice_type in ('invoice', 'final_invoice', 'debit_note');
