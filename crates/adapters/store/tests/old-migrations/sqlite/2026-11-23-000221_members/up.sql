-- The people of a partner, and invitations into companies and partners.
create table partner_members (
  partner_id blob not null references partners,
  user_id blob not null references users,
  role text not null,
  primary key (partner_id, user_id)
) strict, without rowid;
create index partner_members_of_user on partner_members (user_id);

create table invitations (
  id blob primary key not null,
  organization_id blob references organizations,
  partner_id blob references partners,
  email text not null, -- in small letters
  role text not null,
  invited_by blob not null references users,
  created_at integer not null,
  expires_at integer not null,
  accepted_at integer,
  ended_at integer,
  check ((organization_id is null) <> (partner_id is null))
) strict;
create index invitations_of_organization on invitations (organization_id, created_at);
create index invitations_of_partner on invitations (partner_id, created_at);

-- each mail has a token of its own
create table invitation_tokens (
  hash blob primary key not null,
  invitation_id blob not null references invitations on delete cascade
) strict;
create index invitation_tokens_of_invitation on invitation_tokens (invitation_id);
