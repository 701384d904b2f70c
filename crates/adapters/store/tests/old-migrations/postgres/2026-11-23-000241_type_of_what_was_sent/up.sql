-- BT-3 of what was sent: a response names it. Of invoices that were issued here and sent before it is not known: null.
-- Only what other programs made is written: the table is locked meanwhile.
alter table submissions add column type_code text;
update submissions set type_code = (i.document::json ->> 'type_code')
  from invoices i
  where i.organization_id = submissions.organization_id and i.id = submissions.invoice_id
    and i.origin = 'connector';
