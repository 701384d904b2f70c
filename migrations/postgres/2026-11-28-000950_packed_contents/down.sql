-- Compressed contents would be read as they are: there is no way back with any of them.
alter table received_contents drop column packed;
