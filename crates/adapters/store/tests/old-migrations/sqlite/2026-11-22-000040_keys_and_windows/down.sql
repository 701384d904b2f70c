drop table request_windows;
drop index api_keys_of_partner;
drop index api_keys_of_organization;
alter table api_keys drop column expires_at;
alter table api_keys drop column last_used_at;
alter table api_keys drop column created_by;
alter table api_keys drop column name;
