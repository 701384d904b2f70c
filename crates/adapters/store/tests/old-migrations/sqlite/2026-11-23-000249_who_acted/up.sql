-- who asked for what a line tells, and whose id it is: key, connection, person; null of what the service did by itself
alter table peppol_trail add column actor blob;
alter table peppol_trail add column actor_kind text;
