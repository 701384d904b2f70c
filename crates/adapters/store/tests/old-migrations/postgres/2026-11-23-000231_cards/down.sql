drop table peppol_cards;
