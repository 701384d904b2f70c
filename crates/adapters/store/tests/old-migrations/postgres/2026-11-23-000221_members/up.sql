-- The people of a partner, and invitations into companies and partners.
create table partner_members (
  partner_id uuid not null references partners,
  user_id uuid not null references users,
  role text not null,
  primary key (partner_id, user_id)
);
create index partner_members_of_user on partner_members (user_id);

create table invitations (
  id uuid primary key not null,
  organization_id uuid references organizations,
  partner_id uuid references partners,
  email text not null, -- in small letters
  role text not null,
  invited_by uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  ended_at timestamptz,
  check ((organization_id is null) <> (partner_id is null))
);
create index invitations_of_organization on invitations (organization_id, created_at);
create index invitations_of_partner on invitations (partner_id, created_at);

-- each mail has a token of its own
create table invitation_tokens (
  hash bytea primary key not null,
  invitation_id uuid not null references invitations on delete cascade
);
create index invitation_tokens_of_invitation on invitation_tokens (invitation_id);
