drop index contacts_name;
drop table expense_identities;
alter table expenses add column supplier_key text not null default '';
