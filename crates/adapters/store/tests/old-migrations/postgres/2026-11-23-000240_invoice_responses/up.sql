-- What organizations answer to documents that they received (Peppol Invoice Response).
create table sent_responses (
  organization_id uuid not null,
  id uuid not null constraint sent_responses_message unique, -- of the message, in each attempt
  received_id uuid not null,
  position integer not null, -- among the responses to the document, from 0
  network text not null,
  sender text not null,
  receiver text not null,
  document text not null,
  state text not null, -- queued, sent, delivered, failed, not_supported
  attempts integer not null,
  error text,
  receipt bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (organization_id, id),
  foreign key (organization_id, received_id) references received_documents,
  constraint sent_responses_places unique (organization_id, received_id, position)
);

-- Which sent document a response is about that came; the response itself is a received document.
create table received_responses (
  organization_id uuid not null,
  id uuid not null,
  network text not null,
  submission_id uuid not null,
  invoice_id uuid not null,
  received_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, id) references received_documents,
  foreign key (organization_id, submission_id) references submissions
);
create index received_responses_of_submission on received_responses (organization_id, submission_id);
create index received_responses_of_invoice on received_responses (organization_id, invoice_id, network);

alter table peppol_accounts add column takes_responses boolean not null default false;
