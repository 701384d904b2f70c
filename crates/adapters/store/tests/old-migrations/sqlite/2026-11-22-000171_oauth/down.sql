drop table oauth_signing_keys;
drop table oauth_refresh_tokens;
drop table oauth_connections;
drop table oauth_grants;
drop table oauth_clients;
