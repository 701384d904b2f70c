alter table peppol_accounts drop column takes_responses;
drop table received_responses;
drop table sent_responses;
