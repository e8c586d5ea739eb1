-- When a program last used what a person allowed it (decisions D59). Null: not since this is noted.
alter table oauth_grant add column last_used_date timestamptz;
