-- A report that deletes another one (code D), of which it takes the document.
alter table tax_reports add column deletes blob;
create unique index tax_reports_deleted_once on tax_reports (organization_id, deletes);
