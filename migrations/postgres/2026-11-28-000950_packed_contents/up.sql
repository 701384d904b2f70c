-- Whether document and evidence are compressed (zlib). Those that are there are as they came.
alter table received_contents add column packed boolean not null default false;
