drop table reminder_settings;
drop table emails;
