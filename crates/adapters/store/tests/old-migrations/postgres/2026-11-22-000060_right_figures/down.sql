drop index organizations_dic;
alter table organizations drop column email_by_partner;
drop index claims_recipient;
drop index claims_partner;
alter table claims drop column dic;
alter table claims drop column email;
alter table submissions drop column issue_date;
alter table received_documents drop column total;
