drop index tax_reports_deleted_once;
alter table tax_reports drop column deletes;
