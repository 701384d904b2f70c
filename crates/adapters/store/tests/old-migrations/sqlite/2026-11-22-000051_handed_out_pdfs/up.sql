-- Which PDFs were handed out: by their hashes, so that one can be told from any other file later.
create table handed_out_pdfs (
  organization_id blob not null references organizations,
  invoice_id blob not null,
  sha256 blob not null,
  size integer not null,
  renderer text not null,
  language text not null,
  tier text not null, -- test, live
  created_at integer not null,
  primary key (organization_id, invoice_id, sha256)
) strict;
create index handed_out_pdfs_hash on handed_out_pdfs (sha256);
