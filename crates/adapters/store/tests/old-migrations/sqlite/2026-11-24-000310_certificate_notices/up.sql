-- What the operator was told by mail of certificates that end: once for each step.
create table certificate_notices (
  fingerprint blob not null, -- SHA-256 of the certificate
  days integer not null, -- before its end: 60, 30, 7
  told_at integer not null,
  primary key (fingerprint, days)
) strict, without rowid;
