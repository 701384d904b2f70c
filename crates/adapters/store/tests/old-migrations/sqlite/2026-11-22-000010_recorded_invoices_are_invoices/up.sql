-- A sent document is an invoice like any other: recorded invoices move into the table of invoices,
-- whose unique number is the one registry of numbers. See docs/storage.md.
drop index invoices_newest;
drop index invoices_due;
drop index invoices_open_due;
alter table invoices add column origin text not null default 'native'; -- native, connector
-- a recorded document may name no due date: SQLite takes a NOT NULL back with its column only
alter table invoices rename column due_date to required_due_date;
alter table invoices add column due_date text;
update invoices set due_date = required_due_date;
alter table invoices drop column required_due_date;
create index invoices_newest
  on invoices (organization_id, created_at desc, id desc, issue_date, due_date, origin);
create index invoices_due on invoices (organization_id, due_date, created_at, id);
create index invoices_open_due on invoices (due_date)
  where status in ('issued', 'sent', 'partially_paid') and invoice_type <> 'credit_note';

-- the other party becomes a contact; of those recorded before only the name is known
insert into contacts (organization_id, id, search_name, party, created_at)
  select organization_id, id, lower(coalesce(counterparty, '?')),
    json_object('name', coalesce(counterparty, '?'), 'vat_payer', json('false')), created_at
  from recorded_invoices;

-- Only the amount due is known: it stands for the total. A number that an invoice issued here has
-- too is marked.
insert into invoices (organization_id, id, origin, invoice_type, number, status, customer_id,
    customer_name, subtotal, vat_total, total, paid_amount, currency, issue_date, due_date,
    created_at, version, document)
  select r.organization_id, r.id, 'connector', r.kind, r.unique_number, r.status, r.id, r.party,
    r.cents, 0, r.cents, 0, r.code, r.issued, r.due_date, r.created_at, 1,
    json_object('invoice_type', r.kind, 'type_code', r.type_code,
      'self_billed', json(case when r.kind = 'self_invoice' then 'true' else 'false' end),
      'number', r.unique_number, 'variable_symbol', r.variable_symbol, 'issue_date', r.issued,
      'due_date', r.due_date,
      'customer_id', substr(r.hex, 1, 8) || '-' || substr(r.hex, 9, 4) || '-'
        || substr(r.hex, 13, 4) || '-' || substr(r.hex, 17, 4) || '-' || substr(r.hex, 21),
      'seller', case when r.kind = 'self_invoice' then r.party else r.own end,
      'buyer', case when r.kind = 'self_invoice' then r.own else r.party end,
      'totals', json_object('subtotal', r.amount, 'vat_total', '0.00', 'total', r.amount),
      'prepaid', '0', 'rounding', '0', 'currency', r.code)
  from (
    select c.*, printf('%s%d.%02d', case when c.cents < 0 then '-' else '' end,
      abs(c.cents) / 100, abs(c.cents) % 100) as amount
    from (
      select b.*, o.name as own, lower(hex(b.id)) as hex, coalesce(b.counterparty, '?') as party,
        case b.type_code when '381' then 'credit_note' when '383' then 'debit_note'
          when '389' then 'self_invoice' else 'invoice' end as kind,
        coalesce(b.issue_date, date(b.created_at / 1000000, 'unixepoch')) as issued,
        case when b.currency glob '[A-Z][A-Z][A-Z]' then b.currency else 'EUR' end as code,
        case when abs(cast(coalesce(b.payable, '0') as real)) < 1e15
          then cast(round(cast(coalesce(b.payable, '0') as real) * 100) as integer)
          else 0 end as cents,
        b.number || case when exists (select 1 from invoices i
            where i.organization_id = b.organization_id and i.number = b.number)
          then ' (connector)' else '' end as unique_number,
        case when exists (select 1 from submissions s where s.organization_id = b.organization_id
            and s.invoice_id = b.id and s.state in ('sent', 'delivered'))
          then 'sent' else 'issued' end as status
      from recorded_invoices b join organizations o on o.id = b.organization_id
    ) c
  ) r;
drop table recorded_invoices;
