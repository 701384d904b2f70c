-- What was paid before is on the advances.
select 1;
