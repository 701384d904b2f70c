drop table unpaid_seats;
drop table paid_seats;
drop table peppol_volumes;
