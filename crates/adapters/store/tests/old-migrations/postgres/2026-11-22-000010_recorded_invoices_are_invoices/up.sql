-- A sent document is an invoice like any other: recorded invoices move into the table of invoices,
-- whose unique number is the one registry of numbers. See docs/storage.md.
drop index invoices_newest;
alter table invoices add column origin text not null default 'native'; -- native, connector
-- a recorded document may name no due date
alter table invoices alter column due_date drop not null;
create index invoices_newest
  on invoices (organization_id, created_at desc, id desc, issue_date, due_date, origin);

-- the other party becomes a contact; of those recorded before only the name is known
insert into contacts (organization_id, id, search_name, party, created_at)
  select organization_id, id, lower(coalesce(counterparty, '?')),
    json_build_object('name', coalesce(counterparty, '?'), 'vat_payer', false)::text, created_at
  from recorded_invoices;

-- Only the amount due is known: it stands for the total. A number that an invoice issued here has
-- too is marked.
insert into invoices (organization_id, id, origin, invoice_type, number, status, customer_id,
    customer_name, subtotal, vat_total, total, paid_amount, currency, issue_date, due_date,
    created_at, version, document)
  select r.organization_id, r.id, 'connector', r.kind, r.unique_number, r.status, r.id, r.party,
    r.amount, 0, r.amount, 0, r.code, r.issued, r.due_date, r.created_at, 1,
    json_build_object('invoice_type', r.kind, 'type_code', r.type_code,
      'self_billed', r.kind = 'self_invoice', 'number', r.unique_number,
      'variable_symbol', r.variable_symbol, 'issue_date', r.issued::text,
      'due_date', r.due_date::text, 'customer_id', r.id::text,
      'seller', case when r.kind = 'self_invoice' then r.party else r.own end,
      'buyer', case when r.kind = 'self_invoice' then r.own else r.party end,
      'totals', json_build_object('subtotal', r.amount::text, 'vat_total', '0.00',
        'total', r.amount::text),
      'prepaid', '0', 'rounding', '0', 'currency', r.code)::text
  from (
    select b.*, o.name as own, coalesce(b.counterparty, '?') as party,
      case b.type_code when '381' then 'credit_note' when '383' then 'debit_note'
        when '389' then 'self_invoice' else 'invoice' end as kind,
      coalesce(b.issue_date, b.created_at::date) as issued,
      case when b.currency ~ '^[A-Z]{3}$' then b.currency else 'EUR' end as code,
      case when abs(coalesce(b.payable, 0)) < 1e15 then round(coalesce(b.payable, 0), 2)
        else 0.00 end as amount,
      b.number || case when exists (select 1 from invoices i
          where i.organization_id = b.organization_id and i.number = b.number)
        then ' (connector)' else '' end as unique_number,
      case when exists (select 1 from submissions s where s.organization_id = b.organization_id
          and s.invoice_id = b.id and s.state in ('sent', 'delivered'))
        then 'sent' else 'issued' end as status
    from recorded_invoices b join organizations o on o.id = b.organization_id
  ) r;
drop table recorded_invoices;
