-- What each attempt of a submission asked: look-ups, certificates, the message. Nothing is decided by it.
create table submission_hops (
  organization_id uuid not null,
  submission_id uuid not null,
  id uuid not null,
  kept_at timestamptz not null, -- when the attempt was over
  hops text not null, -- JSON
  primary key (organization_id, submission_id, id),
  foreign key (organization_id, submission_id) references submissions
);
