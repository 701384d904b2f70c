create table attachments_with_content (
  organization_id blob not null,
  invoice_id blob not null,
  position integer not null,
  id blob not null,
  filename text not null,
  mime_code text not null,
  description text,
  size integer not null,
  content blob not null,
  primary key (organization_id, invoice_id, position),
  foreign key (organization_id, invoice_id) references invoices
) strict;
insert into attachments_with_content
  select a.organization_id, a.invoice_id, a.position, a.id, a.filename, a.mime_code, a.description,
    a.size, c.content
  from attachments a
  join attachment_contents c on c.organization_id = a.organization_id and c.hash = a.hash;
drop table attachments;
alter table attachments_with_content rename to attachments;
drop table attachment_contents;
