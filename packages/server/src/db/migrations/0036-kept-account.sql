-- A sign-in whose link anybody may hold who makes a call, so it must not give the connection another account (decisions D28).

alter table sign_in add keeps_account boolean not null default false;
