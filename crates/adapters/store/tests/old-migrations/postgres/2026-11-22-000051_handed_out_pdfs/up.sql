-- Which PDFs were handed out: by their hashes, so that one can be told from any other file later.
create table handed_out_pdfs (
  organization_id uuid not null references organizations,
  invoice_id uuid not null,
  sha256 bytea not null,
  size bigint not null,
  renderer text not null,
  language text not null,
  tier text not null, -- test, live
  created_at timestamptz not null,
  primary key (organization_id, invoice_id, sha256)
);
create index handed_out_pdfs_hash on handed_out_pdfs (sha256);
