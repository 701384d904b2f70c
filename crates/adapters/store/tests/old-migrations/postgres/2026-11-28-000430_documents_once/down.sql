drop index submissions_document;
alter table submissions drop column document_key;
