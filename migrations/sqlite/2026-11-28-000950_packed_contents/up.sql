-- Whether document and evidence are compressed (zlib). Those that are there are as they came.
alter table received_contents add column packed integer not null default 0 check (packed in (0, 1));
