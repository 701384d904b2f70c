drop table certificate_notices;
