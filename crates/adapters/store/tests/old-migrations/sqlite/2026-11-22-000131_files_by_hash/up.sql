-- The bytes of a file are kept once for an organization, whichever of its invoices have the file.
-- hash: SHA-256 of the content. SQLite has no SHA-256: files from before keep the 16 bytes of their
-- attachment's id in its place, which no other file can have.
create table attachment_contents (
  organization_id blob not null references organizations,
  hash blob not null,
  content blob not null,
  primary key (organization_id, hash)
) strict;
insert into attachment_contents (organization_id, hash, content)
  select organization_id, id, content from attachments;
create table attachments_by_hash (
  organization_id blob not null,
  invoice_id blob not null,
  position integer not null,
  id blob not null,
  filename text not null,
  mime_code text not null,
  description text,
  size integer not null,
  hash blob not null,
  primary key (organization_id, invoice_id, position),
  foreign key (organization_id, invoice_id) references invoices,
  foreign key (organization_id, hash) references attachment_contents
) strict;
insert into attachments_by_hash
  select organization_id, invoice_id, position, id, filename, mime_code, description, size, id
  from attachments;
drop table attachments;
alter table attachments_by_hash rename to attachments;
create index attachments_of_content on attachments (organization_id, hash);
