alter table contacts drop column profile;
