-- Finds people by their e-mail address in every locale: in a Turkish one, i is not the small letter of I (decisions D54, D59b).

drop index user_profile_email;
create index user_profile_email on user_profile (lower(email collate "C")) where deleted_date is null;
