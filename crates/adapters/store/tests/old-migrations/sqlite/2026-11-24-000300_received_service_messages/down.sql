drop table received_service_messages;
