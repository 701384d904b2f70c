drop index contracts_project;
alter table contracts drop column project_id;
drop index expenses_project;
alter table expenses drop column project_id;
alter table expenses drop column subtotal;
drop index invoices_project;
alter table invoices drop column project_id;
alter table invoices drop column self_billed;
drop table projects;
