-- Participants of whom something has changed that a business card depends on (registration, entry in the registry, name,
-- country) since the Peppol Directory was last brought up to date.
create table peppol_card_changes (
  network text not null,
  participant text not null, -- in lower case
  change uuid not null, -- the last one
  primary key (network, participant)
);
insert into peppol_card_changes
  select network, participant, gen_random_uuid() from (
    select network, participant from peppol_accounts where status = 'enrolled' and participant is not null
    union select network, participant from peppol_cards) as known;
