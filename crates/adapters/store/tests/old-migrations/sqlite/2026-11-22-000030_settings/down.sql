drop table logos;
alter table organizations drop column logo;
alter table organizations drop column accent_colour;

drop index contacts_ic_dph;
alter table contacts drop column retired_at;
alter table contacts drop column ic_dph;

-- what was retired cannot be told from what is in use any more
create table vehicles_of_old (
  organization_id blob not null references organizations,
  id blob not null,
  plate text not null,
  primary key (organization_id, id),
  constraint vehicles_plate unique (organization_id, plate)
) strict, without rowid;
insert into vehicles_of_old select organization_id, id, plate from vehicles where retired_at is null;
drop table vehicles;
alter table vehicles_of_old rename to vehicles;

delete from bank_accounts where retired_at is not null;
drop index bank_accounts_newest;
alter table bank_accounts drop column retired_at;
alter table bank_accounts drop column created_at;
