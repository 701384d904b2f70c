alter table webhook_endpoints drop column made_in;
alter table webhook_endpoints drop column made_by_kind;
alter table webhook_endpoints drop column made_by;
