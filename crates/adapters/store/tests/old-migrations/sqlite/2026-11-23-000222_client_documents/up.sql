-- When the document of a client that nobody registered was read; its id is the address.
alter table oauth_clients add column fetched_at integer;
