-- Bowline as an OAuth 2.1 authorization server (decisions D56 to D59a).

-- The data key of secrets that belong to no company, wrapped by the master key. One row.
create table server_data_key (
  is_only boolean primary key default true check (is_only),
  wrapped_data_key bytea not null
);

create table signing_key (
  kid text primary key,
  -- JSON: the private key, and the secret that signs cookies.
  sealed_key bytea not null,
  created_date timestamptz not null default now(),
  -- From then on it signs nothing, but still verifies what it has signed.
  retired_date timestamptz
);

-- Clients that registered themselves, and those of service members.
create table registered_client (
  client_id text primary key,
  name text not null,
  -- The service member that the client acts as; null: the client registered itself.
  account_user_id integer references account_user on delete cascade,
  -- JSON text. Its client_secret is the SHA-256 of the secret.
  metadata text not null,
  created_date timestamptz not null default now()
);
create index registered_client_owner on registered_client (account_user_id);

-- What a person allowed a client.
create table oauth_grant (
  grant_id integer generated always as identity primary key,
  -- The grant's name in tokens.
  jti text not null unique,
  client_id text not null,
  client_name text not null,
  account_user_id integer not null references account_user on delete cascade,
  resource text not null,
  scopes text[] not null,
  -- A grant narrowed to a toolset goes with it: it must never become a full one.
  toolset_id uuid references toolset on delete cascade,
  is_read_only boolean not null,
  -- JSON text of the authorization server.
  payload text not null,
  created_date timestamptz not null default now(),
  expires_date timestamptz not null
);
create index oauth_grant_owner on oauth_grant (account_user_id, client_id);
create index oauth_grant_toolset on oauth_grant (toolset_id) where toolset_id is not null;
create index oauth_grant_client on oauth_grant (client_id);

-- Authorization codes, refresh tokens, device codes and interactions in progress. The value that a client holds is stored as its SHA-256.
create table oauth_artefact (
  model text not null,
  id_hash bytea not null,
  grant_jti text references oauth_grant (jti) on delete cascade,
  user_code_hash bytea,
  payload text not null,
  -- A code or refresh token is used once.
  consumed_date timestamptz,
  expires_date timestamptz not null,
  primary key (model, id_hash)
);
create index oauth_artefact_grant on oauth_artefact (grant_jti) where grant_jti is not null;
create index oauth_artefact_user_code on oauth_artefact (user_code_hash) where user_code_hash is not null;
create index oauth_artefact_expires on oauth_artefact (expires_date);

create function notify_token_change() returns trigger language plpgsql as $$
declare
  changed record;
begin
  changed := coalesce(new, old);
  case tg_table_name
    when 'oauth_grant' then perform pg_notify('bowline_changed', 'token:grant:' || changed.jti);
    when 'registered_client' then perform pg_notify('bowline_changed', 'token:client:' || changed.client_id);
    when 'session' then perform pg_notify('bowline_changed', 'token:session:' || encode(changed.session_hash, 'hex'));
    else perform pg_notify('bowline_changed', 'signingKeys:');
  end case;
  return null;
end
$$;

create trigger oauth_grant_changed after update of scopes, toolset_id, is_read_only, expires_date or delete on oauth_grant
  for each row execute function notify_token_change();
create trigger registered_client_changed after update or delete on registered_client
  for each row execute function notify_token_change();
create trigger signing_key_changed after insert or update or delete on signing_key
  for each row execute function notify_token_change();
-- The console's tokens end with their session (decisions D55).
create trigger session_changed after update of account_user_id, expires_date or delete on session
  for each row execute function notify_token_change();
