-- What is owed of an expense, and which document has one: a dashboard counts either of the two.
alter table expenses add column owed numeric(18,2);
update expenses set owed = total + (content::jsonb ->> 'rounding')::numeric - paid_amount
  where status <> 'rejected' and expense_type <> 'credit_note'
    and total + (content::jsonb ->> 'rounding')::numeric > paid_amount;
create index expenses_due on expenses (organization_id, due_date)
  include (network, currency, owed) where owed is not null;
create index expenses_of_document on expenses (organization_id, received_id)
  where received_id is not null;
drop index received_documents_due;
create index received_documents_due on received_documents (organization_id, network, due_date)
  include (currency, payable, type_code, id) where due_date is not null;
