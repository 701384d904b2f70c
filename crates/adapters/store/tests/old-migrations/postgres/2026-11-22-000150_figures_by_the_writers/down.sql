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
create function keep_payment_currency() returns trigger language plpgsql as $$
begin
  select i.currency, i.exchange_rate, i.invoice_type not in ('credit_note', 'self_invoice')
    into new.currency, new.exchange_rate, new.incoming
    from invoices i where i.organization_id = new.organization_id and i.id = new.invoice_id;
  return new;
end $$;
create trigger payment_currency before insert on payments
  for each row execute function keep_payment_currency();
