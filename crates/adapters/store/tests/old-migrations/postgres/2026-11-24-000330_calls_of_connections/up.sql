-- How many calls an application made over its connection.
alter table oauth_connections add column calls bigint not null default 0;
