-- Reports to the tax authority: one of each document that a Slovak firm with a VAT number sent or received.
create table tax_reports (
  organization_id uuid not null,
  id uuid not null constraint tax_reports_message unique, -- of the message, in each attempt
  network text not null,
  direction text not null, -- sent, received
  submission_id uuid, -- of a document that was sent
  invoice_id uuid, -- of the same
  received_id uuid,
  counterparty text not null, -- who it was for, or came from
  original uuid not null, -- under which the authority knows the document
  state text not null, -- queued, sent, accepted, rejected
  issues text not null, -- JSON
  created_at timestamptz not null,
  end_user text, -- whose tax data these are
  document text, -- the tax data document, the same in each attempt
  sent_at timestamptz,
  evidence bytea, -- the receipt of the authority's access point
  decided_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, submission_id) references submissions,
  foreign key (organization_id, received_id) references received_documents,
  constraint tax_reports_of_submission unique (organization_id, submission_id),
  constraint tax_reports_of_received unique (organization_id, received_id)
);
create index tax_reports_of_invoice on tax_reports (organization_id, invoice_id, network);
create index tax_reports_of_original on tax_reports (organization_id, original);
