drop table peppol_card_changes;
