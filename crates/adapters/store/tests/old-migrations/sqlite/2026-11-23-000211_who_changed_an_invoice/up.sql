-- whose id `actor` is: key, connection, person; null of lines from before, which have keys alone
alter table invoice_history add column actor_kind text;
