drop index received_documents_due;
create index received_documents_due on received_documents (organization_id, network, due_date)
  include (currency, payable, type_code) where due_date is not null;
drop index expenses_of_document;
drop index expenses_due;
alter table expenses drop column owed;
