-- Identity -----------------------------------------------------------------------------------------------------------

create table company (
  company_id integer generated always as identity primary key,
  name text not null,
  -- The company's data key, wrapped by the master key.
  wrapped_data_key bytea not null,
  created_date timestamptz not null default now()
);

create table user_profile (
  user_id integer generated always as identity primary key,
  full_name text not null,
  email text not null,
  created_date timestamptz not null default now(),
  -- Set: name and e-mail are gone and only whoami answers the user's credentials (decisions D15).
  deleted_date timestamptz
);

create table account_user (
  account_user_id integer generated always as identity primary key,
  company_id integer not null references company on delete cascade,
  user_id integer not null references user_profile on delete cascade,
  kind text not null check (kind in ('person', 'service')),
  role text not null check (role in ('Admin', 'Member')),
  created_date timestamptz not null default now(),
  unique (company_id, user_id)
);

create table invitation (
  token_hash bytea primary key,
  account_user_id integer not null references account_user on delete cascade,
  expires_date timestamptz not null
);

-- Catalog ------------------------------------------------------------------------------------------------------------

create table application (
  application_id integer generated always as identity primary key,
  -- Null: belongs to every company.
  company_id integer references company on delete cascade,
  slug text not null,
  source text not null,
  -- What the description says: name, description, categories, iconUrl, websiteUrl, requiresConnection, environments.
  definition json not null,
  -- What an Admin changed of the above; survives a new import.
  presentation jsonb not null default '{}',
  created_date timestamptz not null default now(),
  updated_date timestamptz
);
create unique index application_slug on application (coalesce(company_id, 0), slug);

create table authentication_method (
  authentication_id integer generated always as identity primary key,
  application_id integer not null references application on delete cascade,
  key text not null,
  position integer not null,
  definition json not null,
  -- A method that the description no longer names is offered no more; its connections go on.
  is_removed boolean not null default false,
  unique (application_id, key)
);

create table tool (
  tool_id integer generated always as identity primary key,
  application_id integer not null references application on delete cascade,
  slug text not null,
  operation text not null,
  operation_key text not null,
  -- Serialised JSON, kept as text so that pages are made by joining it.
  summary text not null,
  input_schema text not null,
  output_schema text not null,
  binding text not null,
  -- What a search looks at beyond the summary.
  parameters text[] not null,
  path text not null,
  unique (application_id, slug),
  unique (application_id, operation_key)
);

-- Once published a slug stays with its operation, even after a time without it (decisions D20).
create table published_slug (
  application_id integer not null references application on delete cascade,
  operation_key text not null,
  slug text not null,
  primary key (application_id, operation_key)
);

-- Connections and toolsets -------------------------------------------------------------------------------------------

create table connection (
  connection_id integer generated always as identity primary key,
  account_user_id integer not null references account_user on delete cascade,
  application_id integer not null references application,
  authentication_id integer not null references authentication_method,
  name text not null,
  environment text not null,
  status text not null default 'active' check (status in ('active', 'expired', 'revoked', 'error')),
  status_reason text,
  account_label text,
  -- Values by field name, as text; the secret ones are sealed as one JSON object.
  fields json not null,
  sealed_secrets bytea,
  is_default boolean not null default false,
  created_date timestamptz not null default now(),
  updated_date timestamptz,
  last_used_date timestamptz
);
create index connection_owner on connection (account_user_id, connection_id);
create index connection_application on connection (application_id);
create unique index connection_default on connection (account_user_id, application_id) where is_default;

create table connection_refresh (
  connection_id integer primary key references connection on delete cascade,
  status smallint not null check (status in (0, 1, 2)),
  status_description text not null,
  error text,
  error_date timestamptz,
  last_refresh_date timestamptz
);

create table connection_object (
  connection_id integer not null references connection on delete cascade,
  object_name text not null,
  label text not null,
  kind text not null,
  schema json,
  primary key (connection_id, object_name)
);

create table toolset (
  toolset_id uuid primary key default gen_random_uuid(),
  account_user_id integer not null references account_user on delete cascade,
  name text not null,
  workflows uuid[] not null,
  created_date timestamptz not null default now(),
  updated_date timestamptz,
  created_by_account_user_id integer not null,
  updated_by_account_user_id integer
);
create index toolset_owner on toolset (account_user_id, created_date, toolset_id);

create table toolset_connection (
  toolset_id uuid not null references toolset on delete cascade,
  connection_id integer not null references connection on delete cascade,
  position integer not null,
  tool_slugs text[] not null,
  primary key (toolset_id, connection_id)
);
create index toolset_connection_connection on toolset_connection (connection_id);

create table api_key (
  api_key_id integer generated always as identity primary key,
  account_user_id integer not null references account_user on delete cascade,
  name text not null,
  -- SHA-256 of the key (decisions D13).
  key_hash bytea not null unique,
  -- A key narrowed to a toolset goes with it: it must never become a full key.
  toolset_id uuid references toolset on delete cascade,
  is_read_only boolean not null default false,
  expires_date timestamptz,
  created_date timestamptz not null default now(),
  last_used_date timestamptz
);
create index api_key_owner on api_key (account_user_id, api_key_id);

-- Execution ----------------------------------------------------------------------------------------------------------

-- Each number stands for a block of history ids that one server hands out by itself: a record has its id before it is
-- written, so that writing it twice is harmless.
create sequence execution_block as integer;

create table execution (
  history_id integer primary key,
  company_id integer not null,
  account_user_id integer not null,
  api_key_id integer,
  tool_slug text not null,
  application_slug text not null,
  connection_id integer,
  resolved_by text not null,
  toolset_id uuid,
  source text not null,
  is_success boolean not null,
  failure_kind text,
  error_message text,
  status_code integer,
  execution_time_ms double precision,
  data_size_bytes bigint,
  request_id text not null,
  -- JSON text; null when only metadata is kept or it was too large.
  input text,
  output text,
  is_output_cut boolean not null,
  created_date timestamptz not null
);
create index execution_company on execution (company_id, created_date, history_id);
create index execution_owner on execution (account_user_id, created_date, history_id);
create index execution_created on execution using brin (created_date);

create table idempotency_key (
  account_user_id integer not null references account_user on delete cascade,
  key_hash bytea not null,
  request_hash bytea not null,
  -- Until then the request may still be running on some node.
  running_until timestamptz,
  -- Null while running: the answer's status, body and headers as they were sent.
  response jsonb,
  created_date timestamptz not null default now(),
  primary key (account_user_id, key_hash)
);
create index idempotency_key_created on idempotency_key (created_date);

-- Changes are told to every node, whichever way a row was written ----------------------------------------------------

create function notify_change() returns trigger language plpgsql as $$
declare
  changed record;
begin
  changed := coalesce(new, old);
  case tg_table_name
    when 'api_key' then perform pg_notify('bowline_changed', 'apiKey:' || encode(changed.key_hash, 'hex'));
    when 'connection' then
      perform pg_notify('bowline_changed', 'connection:' || changed.connection_id);
      perform pg_notify('bowline_changed', 'default:' || changed.account_user_id || ':' || changed.application_id);
    when 'toolset' then perform pg_notify('bowline_changed', 'toolset:' || changed.toolset_id);
    when 'toolset_connection' then perform pg_notify('bowline_changed', 'toolset:' || changed.toolset_id);
    when 'application' then perform pg_notify('bowline_changed', 'catalog:' || coalesce(changed.company_id, 0));
    else perform pg_notify('bowline_changed', 'callers:');
  end case;
  return null;
end
$$;

create trigger api_key_changed after delete or update of toolset_id, is_read_only, expires_date on api_key
  for each row execute function notify_change();
create trigger account_user_changed after update or delete on account_user
  for each row execute function notify_change();
create trigger user_profile_changed after update or delete on user_profile
  for each row execute function notify_change();
create trigger company_changed after update of name or delete on company
  for each row execute function notify_change();
create trigger application_changed after insert or update or delete on application
  for each row execute function notify_change();
create trigger connection_changed
  after insert or delete or update of application_id, authentication_id, name, environment, status, status_reason,
    account_label, fields, sealed_secrets, is_default on connection
  for each row execute function notify_change();
create trigger toolset_changed after insert or update or delete on toolset
  for each row execute function notify_change();
create trigger toolset_connection_changed after insert or update or delete on toolset_connection
  for each row execute function notify_change();
