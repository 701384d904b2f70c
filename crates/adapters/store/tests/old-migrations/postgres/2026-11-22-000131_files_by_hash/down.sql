alter table attachments add column content bytea;
update attachments a set content = c.content from attachment_contents c
  where c.organization_id = a.organization_id and c.hash = a.hash;
alter table attachments alter column content set not null;
alter table attachments alter column content set storage external;
drop index attachments_of_content;
alter table attachments drop constraint attachments_content;
alter table attachments drop column hash;
drop table attachment_contents;
