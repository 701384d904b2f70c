drop table paid_seats;
drop table peppol_volumes;
