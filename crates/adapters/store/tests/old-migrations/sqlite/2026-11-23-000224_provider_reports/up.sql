-- What the monthly reports of this provider are counted from: a line for each message with another access point.
create table peppol_exchanges (
  network text not null,
  direction text not null, -- in, out
  message blob not null, -- message_id of what was sent or received
  at integer not null, -- when the receipt came, or was given
  provider text not null, -- seat id of the other access point
  document_type text not null,
  process text not null,
  c1_country text, -- of the envelope
  c4_country text, -- of our receiver
  end_user text, -- our company, whatever identifiers it has; null of messages of the provider itself
  primary key (network, message, direction)
) strict, without rowid;
create index peppol_exchanges_by_time on peppol_exchanges (network, at, message);

-- What was received before. Envelopes were not kept, so the sender's country is not known; of what was sent before, the
-- other provider stands in receipts only.
insert into peppol_exchanges (network, direction, message, at, provider, document_type, process, c4_country, end_user)
select d.network, 'in', d.message_id, d.received_at, m.provider, d.document_type, d.process, o.country,
  coalesce(o.country || ':' || nullif(o.ico, ''), lower(hex(o.id)))
from received_messages m
join received_documents d on d.organization_id = m.organization_id and d.id = m.received_id
join organizations o on o.id = m.organization_id;

create table provider_reports (
  id blob primary key not null, -- of the message, in each attempt
  network text not null,
  month text not null, -- 2027-01, of UTC
  kind text not null, -- tsr, eusr
  document text not null,
  attempts integer not null,
  error text, -- of the last attempt
  made_at integer not null,
  sent_at integer,
  receipt blob,
  constraint provider_reports_once unique (network, month, kind)
) strict;
