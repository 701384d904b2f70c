drop table invoice_history;
alter table invoices drop column locked_at;
alter table invoices drop column archived_at;
alter table invoices drop constraint invoices_numbered;
delete from attachments where exists (select 1 from invoices i
  where i.organization_id = attachments.organization_id and i.id = attachments.invoice_id
    and i.number is null);
delete from invoices where number is null;
alter table invoices alter column number set not null;
