drop index tax_reports_open;
alter table tax_reports drop column given_up_at;
alter table tax_reports drop column due_at;
alter table tax_reports drop column attempts;
