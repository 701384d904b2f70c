-- The bytes of a file are kept once for an organization, whichever of its invoices have the file.
create table attachment_contents (
  organization_id uuid not null references organizations,
  hash bytea not null, -- SHA-256
  content bytea not null,
  primary key (organization_id, hash)
);
-- PDF, images and zip do not compress further
alter table attachment_contents alter column content set storage external;
alter table attachments add column hash bytea;
update attachments set hash = sha256(content);
insert into attachment_contents (organization_id, hash, content)
  select distinct on (organization_id, hash) organization_id, hash, content from attachments;
alter table attachments alter column hash set not null;
alter table attachments add constraint attachments_content
  foreign key (organization_id, hash) references attachment_contents;
alter table attachments drop column content;
create index attachments_of_content on attachments (organization_id, hash);
