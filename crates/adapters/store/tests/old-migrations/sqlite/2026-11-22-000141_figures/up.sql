-- What a dashboard sums up is found by index, without reading documents.

-- What is owed: few of many invoices. The index has all that is read.
create index invoices_owed
  on invoices (organization_id, due_date, currency, exchange_rate, total, paid_amount, status,
    invoice_type)
  where status in ('issued', 'sent', 'partially_paid', 'overdue')
    and invoice_type in ('invoice', 'final_invoice', 'debit_note');

-- The VAT of each invoice that was issued here, in minor units, by the rates that there are: a projection of
-- its document, which triggers keep. Of credit notes it is negative; of self-billed invoices the supplier
-- owes it. In the order of the days. Amounts in documents are texts with two decimals, or with none.
create table invoice_vat (
  organization_id blob not null,
  invoice_id blob not null,
  tax_date text not null,
  currency text not null,
  exchange_rate text,
  taxable_0 integer not null,
  taxable_5 integer not null,
  tax_5 integer not null,
  taxable_19 integer not null,
  tax_19 integer not null,
  taxable_23 integer not null,
  tax_23 integer not null,
  primary key (organization_id, tax_date, invoice_id)
) strict, without rowid;
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
insert into invoice_vat
  select organization_id, id, tax_date, currency, exchange_rate,
    sum(case rate when 0 then sign * taxable else 0 end),
    sum(case rate when 5 then sign * taxable else 0 end),
    sum(case rate when 5 then sign * tax else 0 end),
    sum(case rate when 19 then sign * taxable else 0 end),
    sum(case rate when 19 then sign * tax else 0 end),
    sum(case rate when 23 then sign * taxable else 0 end),
    sum(case rate when 23 then sign * tax else 0 end)
  from (
    select i.organization_id, i.id, iif(json_valid(i.document), i.document, '{}') ->> '$.delivery_date' as tax_date, i.currency,
      i.exchange_rate, case i.invoice_type when 'credit_note' then -1 else 1 end as sign,
      v.value ->> '$.rate' as rate,
      case instr(v.value ->> '$.taxable_amount', '.') when 0 then 100 * (v.value ->> '$.taxable_amount') else cast(replace(v.value ->> '$.taxable_amount', '.', '') as integer) end as taxable,
      case instr(v.value ->> '$.tax_amount', '.') when 0 then 100 * (v.value ->> '$.tax_amount') else cast(replace(v.value ->> '$.tax_amount', '.', '') as integer) end as tax
    from invoices i, json_each(iif(json_valid(i.document), i.document, '{}'), '$.vat_breakdown') v
    where i.origin = 'native' and i.status not in ('draft', 'pending_approval', 'cancelled')
  and iif(json_valid(i.document), i.document, '{}') ->> '$.delivery_date' is not null and not (iif(json_valid(i.document), i.document, '{}') ->> '$.self_billed')
  )
  group by organization_id, id;

-- Money that came in, by day: what is read of the invoice stands beside the payment.
alter table payments add column currency text;
alter table payments add column exchange_rate text;
alter table payments add column incoming integer;
update payments set (currency, exchange_rate, incoming) =
  (select i.currency, i.exchange_rate, i.invoice_type not in ('credit_note', 'self_invoice')
   from invoices i where i.organization_id = payments.organization_id and i.id = payments.invoice_id);
create index payments_by_date
  on payments (organization_id, paid_on, currency, exchange_rate, amount, incoming) where incoming;
create trigger payment_currency after insert on payments begin
  update payments set (currency, exchange_rate, incoming) =
    (select i.currency, i.exchange_rate, i.invoice_type not in ('credit_note', 'self_invoice')
     from invoices i where i.organization_id = new.organization_id and i.id = new.invoice_id)
  where organization_id = new.organization_id and invoice_id = new.invoice_id and id = new.id;
end;

create index received_documents_due
  on received_documents (organization_id, network, due_date, currency, payable, type_code)
  where due_date is not null;
