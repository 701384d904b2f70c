alter table oauth_clients drop column fetched_at;
