drop table secrets_marks;
drop table heartbeat;
