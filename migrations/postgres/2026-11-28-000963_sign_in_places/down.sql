drop table sign_in_places;
