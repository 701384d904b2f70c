drop index oauth_grants_pending;
alter table oauth_clients drop column origin;
alter table oauth_grants drop column origin;
