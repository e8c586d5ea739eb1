-- Where the browser goes after a sign-in that no connect link began.
alter table sign_in add column return_url text;
