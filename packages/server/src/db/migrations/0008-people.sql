-- People sign in with a password or at the operator's sign-in server, and have sessions (decisions D53 to D55, D59b).

create table person_password (
  user_id integer primary key references user_profile on delete cascade,
  -- scrypt, with its parameters and its salt: identity/password-hash.ts.
  password_hash text not null,
  changed_date timestamptz not null default now()
);

-- An e-mail address may belong to several profiles: a person who was invited by several companies has one in each, until they are joined.
create index user_profile_email on user_profile (lower(email)) where deleted_date is null;

create table session (
  -- SHA-256 of the token in the browser's cookie.
  session_hash bytea primary key,
  -- Null: the person is in several companies and has not chosen one yet.
  account_user_id integer references account_user on delete cascade,
  created_date timestamptz not null default now(),
  last_used_date timestamptz not null default now(),
  expires_date timestamptz not null
);
create index session_chosen on session (account_user_id);
create index session_expires on session (expires_date);

-- The account users that the sign-in proved: the person chooses among them.
create table session_account_user (
  session_hash bytea not null references session on delete cascade,
  account_user_id integer not null references account_user on delete cascade,
  primary key (session_hash, account_user_id)
);
create index session_account_user_member on session_account_user (account_user_id);

-- Counts tries to sign in, by a hash of the e-mail address or of the network address. A window begins with its first try.
create table sign_in_tries (
  counted_hash bytea primary key,
  tries integer not null,
  ends_date timestamptz not null
);
create index sign_in_tries_ends on sign_in_tries (ends_date);

-- Lets the invitations of a member be found and ended.
create index invitation_account_user on invitation (account_user_id);
