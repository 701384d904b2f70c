drop table logos;
alter table organizations drop column logo;
alter table organizations drop column accent_colour;

drop index contacts_ic_dph;
alter table contacts drop column retired_at;
alter table contacts drop column ic_dph;

-- what was retired cannot be told from what is in use any more
delete from vehicles where retired_at is not null;
drop index vehicles_newest;
drop index vehicles_plate;
alter table vehicles add constraint vehicles_plate unique (organization_id, plate);
alter table vehicles drop column retired_at;
alter table vehicles drop column created_at;

delete from bank_accounts where retired_at is not null;
drop index bank_accounts_newest;
alter table bank_accounts drop column retired_at;
alter table bank_accounts drop column created_at;
