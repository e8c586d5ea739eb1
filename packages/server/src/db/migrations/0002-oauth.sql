-- We as OAuth client -------------------------------------------------------------------------------------------------

-- A company's own client at a provider, for one authentication method.
create table oauth_client (
  company_id integer not null references company on delete cascade,
  authentication_id integer not null references authentication_method on delete cascade,
  client_id text not null,
  -- Null: a public client.
  sealed_secret bytea,
  -- Null: the method's.
  scopes text[],
  updated_date timestamptz not null default now(),
  primary key (company_id, authentication_id)
);

-- One sign-in, from its link to the page that confirms it (decisions D28).
create table sign_in (
  -- SHA-256 of the state.
  state_hash bytea primary key,
  account_user_id integer not null references account_user on delete cascade,
  application_id integer not null references application on delete cascade,
  authentication_id integer not null references authentication_method on delete cascade,
  -- The connection to renew, or the one that was made; null before that.
  connection_id integer references connection on delete cascade,
  -- Of the connection to make.
  name text,
  environment text not null,
  fields json not null,
  is_default boolean not null,
  -- pending: not come back yet; exchanging: its state is used up; authorized: waits for its confirmation.
  status text not null default 'pending'
    check (status in ('pending', 'exchanging', 'authorized', 'confirmed', 'failed')),
  error text,
  account_label text,
  -- JSON, sealed: what the exchange needs, after it the tokens; null once it is over.
  sealed_secrets bytea,
  -- SHA-256 of the confirmation page's one-time token, and of the cookie of the browser that was shown it.
  confirmation_hash bytea unique,
  browser_hash bytea,
  expires_date timestamptz not null
);
create index sign_in_expires on sign_in (expires_date);
create index sign_in_account_user on sign_in (account_user_id);
create index sign_in_connection on sign_in (connection_id);
create index sign_in_application on sign_in (application_id);

alter table connection
  -- From then on the token is renewed before it is used; null: it is no token of ours, or never runs out.
  add column token_due_date timestamptz,
  -- When it runs out.
  add column token_expires_date timestamptz,
  -- Whether there is something to renew it with.
  add column is_token_renewable boolean not null default false,
  -- Counts the tokens: who waited for a renewal sees by it that there is a new one.
  add column token_version integer not null default 0,
  -- A lease: one process renews, the others wait. It ends by itself when that process is gone.
  add column renewing_until timestamptz,
  add column renewing_by uuid;

drop trigger connection_changed on connection;
create trigger connection_changed
  after insert or delete or update of application_id, authentication_id, name, environment, status, status_reason,
    account_label, fields, sealed_secrets, is_default, token_due_date, token_version on connection
  for each row execute function notify_change();
