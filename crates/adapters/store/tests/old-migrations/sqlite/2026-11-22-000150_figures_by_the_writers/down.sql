drop index invoice_vat_of_invoice;
create index invoice_vat_of_invoice on invoice_vat (organization_id, invoice_id);

create trigger invoice_vat_new after insert on invoices
when new.origin = 'native' and new.status not in ('draft', 'pending_approval', 'cancelled')
  and iif(json_valid(new.document), new.document, '{}') ->> '$.delivery_date' is not null and not (iif(json_valid(new.document), new.document, '{}') ->> '$.self_billed')
begin
  insert into invoice_vat
    select new.organization_id, new.id, iif(json_valid(new.document), new.document, '{}') ->> '$.delivery_date', new.currency,
      new.exchange_rate,
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 0 then taxable else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 5 then taxable else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 5 then tax else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 19 then taxable else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 19 then tax else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 23 then taxable else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 23 then tax else 0 end)
    from (select value ->> '$.rate' as rate,
        case instr(value ->> '$.taxable_amount', '.') when 0 then 100 * (value ->> '$.taxable_amount') else cast(replace(value ->> '$.taxable_amount', '.', '') as integer) end as taxable,
        case instr(value ->> '$.tax_amount', '.') when 0 then 100 * (value ->> '$.tax_amount') else cast(replace(value ->> '$.tax_amount', '.', '') as integer) end as tax
      from json_each(iif(json_valid(new.document), new.document, '{}'), '$.vat_breakdown'))
    having count(*) > 0;
end;
create trigger invoice_vat_gone after delete on invoices begin
  delete from invoice_vat where organization_id = old.organization_id and invoice_id = old.id;
end;
create trigger invoice_vat_void after update of document, status on invoices
when old.document <> new.document
  or (old.status in ('draft', 'pending_approval', 'cancelled'))
    <> (new.status in ('draft', 'pending_approval', 'cancelled'))
begin
  delete from invoice_vat where organization_id = old.organization_id and invoice_id = old.id;
  insert into invoice_vat
    select new.organization_id, new.id, iif(json_valid(new.document), new.document, '{}') ->> '$.delivery_date', new.currency,
      new.exchange_rate,
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 0 then taxable else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 5 then taxable else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 5 then tax else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 19 then taxable else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 19 then tax else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 23 then taxable else 0 end),
      case new.invoice_type when 'credit_note' then -1 else 1 end * sum(case rate when 23 then tax else 0 end)
    from (select value ->> '$.rate' as rate,
        case instr(value ->> '$.taxable_amount', '.') when 0 then 100 * (value ->> '$.taxable_amount') else cast(replace(value ->> '$.taxable_amount', '.', '') as integer) end as taxable,
        case instr(value ->> '$.tax_amount', '.') when 0 then 100 * (value ->> '$.tax_amount') else cast(replace(value ->> '$.tax_amount', '.', '') as integer) end as tax
      from json_each(iif(json_valid(new.document), new.document, '{}'), '$.vat_breakdown'))
    where new.origin = 'native' and new.status not in ('draft', 'pending_approval', 'cancelled')
  and iif(json_valid(new.document), new.document, '{}') ->> '$.delivery_date' is not null and not (iif(json_valid(new.document), new.document, '{}') ->> '$.self_billed')
    having count(*) > 0;
end;
create trigger payment_currency after insert on payments begin
  update payments set (currency, exchange_rate, incoming) =
    (select i.currency, i.exchange_rate, i.invoice_type not in ('credit_note', 'self_invoice')
     from invoices i where i.organization_id = new.organization_id and i.id = new.invoice_id)
  where organization_id = new.organization_id and invoice_id = new.invoice_id and id = new.id;
end;
