-- How many calls an application made over its connection.
alter table oauth_connections add column calls integer not null default 0;
