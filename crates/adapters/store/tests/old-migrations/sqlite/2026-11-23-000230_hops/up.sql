-- What each attempt of a submission asked: look-ups, certificates, the message. Nothing is decided by it.
create table submission_hops (
  organization_id blob not null,
  submission_id blob not null,
  id blob not null,
  kept_at integer not null, -- when the attempt was over
  hops text not null, -- JSON
  primary key (organization_id, submission_id, id),
  foreign key (organization_id, submission_id) references submissions
) strict;
