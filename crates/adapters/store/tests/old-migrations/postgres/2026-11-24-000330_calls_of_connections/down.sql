alter table oauth_connections drop column calls;
