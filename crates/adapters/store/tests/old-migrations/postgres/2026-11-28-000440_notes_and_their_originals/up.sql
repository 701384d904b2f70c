-- Which invoice a note refers to, and what credit notes in force take back of an invoice.
alter table invoices add column original_id uuid;
alter table invoices add column credited_amount numeric(18,2) not null default 0;
-- what cannot be read names no original, and holds nobody up
create function readable_json(content text) returns jsonb immutable language plpgsql as $$
begin
  return content::jsonb;
exception when others then
  return null;
end $$;
update invoices
  set original_id = (readable_json(document) #>> '{original,id}')::uuid
  where origin = 'native' and invoice_type in ('credit_note', 'debit_note');
drop function readable_json(text);
create index invoices_of_original on invoices (organization_id, original_id)
  where original_id is not null;
update invoices i
  set credited_amount = n.credited
  from (select organization_id, original_id, sum(total) as credited from invoices
    where original_id is not null and invoice_type = 'credit_note'
      and status not in ('draft', 'pending_approval', 'cancelled')
    group by 1, 2) n
  where n.organization_id = i.organization_id and n.original_id = i.id;
-- what is credited in full, or comes to nothing, is not owed
update invoices set status = 'paid'
  where status in ('issued', 'sent', 'partially_paid', 'overdue')
    and (credited_amount > 0 and total - paid_amount - credited_amount <= 0
      or origin = 'native' and total = 0);
drop index invoices_owed;
create index invoices_owed on invoices (organization_id, due_date)
  include (currency, exchange_rate, total, paid_amount, credited_amount)
  where status in ('issued', 'sent', 'partially_paid', 'overdue')
    and invoice_type in ('invoice', 'final_invoice', 'debit_note');
