drop index expenses_of_received;
drop table export_parts;
drop table exports;
