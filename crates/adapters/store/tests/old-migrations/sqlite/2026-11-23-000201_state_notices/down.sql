drop table state_notices;
