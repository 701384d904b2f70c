-- What a dashboard sums up is found by index, without reading documents.

-- What is owed: few of many invoices. The index has all that is read.
create index invoices_owed on invoices (organization_id, due_date)
  include (currency, exchange_rate, total, paid_amount)
  where status in ('issued', 'sent', 'partially_paid', 'overdue')
    and invoice_type in ('invoice', 'final_invoice', 'debit_note');

-- The VAT of each invoice that was issued here, in minor units, by the rates that there are: a projection of
-- its document, which triggers keep. Of credit notes it is negative; of self-billed invoices the supplier
-- owes it.
create table invoice_vat (
  organization_id uuid not null,
  invoice_id uuid not null,
  tax_date date not null,
  currency text not null,
  exchange_rate numeric,
  taxable_0 bigint not null,
  taxable_5 bigint not null,
  tax_5 bigint not null,
  taxable_19 bigint not null,
  tax_19 bigint not null,
  taxable_23 bigint not null,
  tax_23 bigint not null,
  primary key (organization_id, invoice_id)
);
create index invoice_vat_by_date on invoice_vat (organization_id, tax_date)
  include (currency, exchange_rate, taxable_0, taxable_5, tax_5, taxable_19, tax_19, taxable_23, tax_23);

-- what cannot be read has no figures, and holds nobody up
create function readable_json(content text) returns jsonb immutable language plpgsql as $$
begin
  return content::jsonb;
exception when others then
  return null;
end $$;

create view invoice_vat_of_documents as
  select i.organization_id, i.id as invoice_id, (read.json ->> 'delivery_date')::date as tax_date,
    i.currency, i.exchange_rate, vat.taxable_0, vat.taxable_5, vat.tax_5, vat.taxable_19, vat.tax_19, vat.taxable_23, vat.tax_23
  from invoices i
    cross join lateral (select readable_json(i.document) as json,
      case i.invoice_type when 'credit_note' then -1 else 1 end as sign) as read
    cross join lateral (
      select coalesce(sum(sign * ((v ->> 'taxable_amount')::numeric * 100)::bigint) filter (where v ->> 'rate' = '0'), 0)::bigint as taxable_0,
        coalesce(sum(sign * ((v ->> 'taxable_amount')::numeric * 100)::bigint) filter (where v ->> 'rate' = '5'), 0)::bigint as taxable_5,
        coalesce(sum(sign * ((v ->> 'tax_amount')::numeric * 100)::bigint) filter (where v ->> 'rate' = '5'), 0)::bigint as tax_5,
        coalesce(sum(sign * ((v ->> 'taxable_amount')::numeric * 100)::bigint) filter (where v ->> 'rate' = '19'), 0)::bigint as taxable_19,
        coalesce(sum(sign * ((v ->> 'tax_amount')::numeric * 100)::bigint) filter (where v ->> 'rate' = '19'), 0)::bigint as tax_19,
        coalesce(sum(sign * ((v ->> 'taxable_amount')::numeric * 100)::bigint) filter (where v ->> 'rate' = '23'), 0)::bigint as taxable_23,
        coalesce(sum(sign * ((v ->> 'tax_amount')::numeric * 100)::bigint) filter (where v ->> 'rate' = '23'), 0)::bigint as tax_23
      from jsonb_array_elements(read.json -> 'vat_breakdown') as v
    ) as vat
  where i.origin = 'native' and i.status not in ('draft', 'pending_approval', 'cancelled')
    and read.json ->> 'delivery_date' is not null
    and not (read.json ->> 'self_billed')::boolean;

create function keep_invoice_vat() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from invoice_vat where organization_id = old.organization_id and invoice_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into invoice_vat select * from invoice_vat_of_documents
      where organization_id = new.organization_id and invoice_id = new.id;
  end if;
  return null;
end $$;
create trigger invoice_vat_new after insert or delete on invoices
  for each row execute function keep_invoice_vat();
create trigger invoice_vat_changed after update of document, status on invoices
  for each row when (old.document <> new.document
    or (old.status in ('draft', 'pending_approval', 'cancelled'))
      <> (new.status in ('draft', 'pending_approval', 'cancelled')))
  execute function keep_invoice_vat();
insert into invoice_vat select * from invoice_vat_of_documents;

-- Money that came in, by day: what is read of the invoice stands beside the payment.
alter table payments add column currency text;
alter table payments add column exchange_rate numeric;
alter table payments add column incoming boolean;
update payments p set (currency, exchange_rate, incoming) =
  (select i.currency, i.exchange_rate, i.invoice_type not in ('credit_note', 'self_invoice')
   from invoices i where i.organization_id = p.organization_id and i.id = p.invoice_id);
create index payments_by_date on payments (organization_id, paid_on)
  include (currency, exchange_rate, amount) where incoming;

create function keep_payment_currency() returns trigger language plpgsql as $$
begin
  select i.currency, i.exchange_rate, i.invoice_type not in ('credit_note', 'self_invoice')
    into new.currency, new.exchange_rate, new.incoming
    from invoices i where i.organization_id = new.organization_id and i.id = new.invoice_id;
  return new;
end $$;
create trigger payment_currency before insert on payments
  for each row execute function keep_payment_currency();

create index received_documents_due on received_documents (organization_id, network, due_date)
  include (currency, payable, type_code) where due_date is not null;
