drop table invitation_tokens;
drop table invitations;
drop table partner_members;
