alter table submissions drop column type_code;
