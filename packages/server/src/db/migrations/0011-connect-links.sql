-- A page of ours where a person connects an account for the caller who made its link (decisions D51).
create table connect_link (
  -- SHA-256 of the token in the link's address.
  link_hash bytea primary key,
  -- SHA-256 of the state that the caller got.
  state_hash bytea not null unique,
  -- Null: the member was removed. The row stays, so that the page can say so.
  account_user_id integer references account_user on delete set null,
  -- Null: the application was deleted.
  application_id integer references application on delete set null,
  -- Null: the person chooses.
  authentication_id integer,
  environment text,
  name text,
  is_default boolean,
  -- With the state in its query.
  return_url text,
  status text not null default 'open' check (status in ('open', 'confirmed', 'failed')),
  error text,
  -- How often somebody sent credentials.
  attempts integer not null default 0,
  -- Whose request is trying credentials at the application, and how long at most.
  claim uuid,
  claimed_until timestamptz,
  -- SHA-256 of the cookie of that browser.
  browser_hash bytea,
  connection_id integer references connection on delete cascade,
  expires_date timestamptz not null
);
create index connect_link_expires on connect_link (expires_date);
create index connect_link_account_user on connect_link (account_user_id);
create index connect_link_application on connect_link (application_id);
create index connect_link_connection on connect_link (connection_id);

-- The link that a sign-in was begun from.
alter table sign_in add column link_hash bytea references connect_link on delete cascade;
create index sign_in_link on sign_in (link_hash) where link_hash is not null;
