drop index invoices_newest;
create index invoices_newest on invoices (organization_id, created_at desc, id desc);
drop index contacts_ico;
drop index contacts_dic;
create index contacts_ico on contacts (organization_id, ico) where ico is not null;
create index contacts_dic on contacts (organization_id, dic) where dic is not null;
