-- The settings of a toolset that were set, by name (decisions D65). `json` keeps the order of tools and presets.
alter table toolset add column settings json not null default '{}';

-- Calls that a toolset holds back until a person approves them (decisions D66).
create table approval (
  approval_id uuid primary key default gen_random_uuid(),
  company_id integer not null references company on delete cascade,
  -- Whose call it is: the toolset's owner.
  account_user_id integer not null references account_user on delete cascade,
  toolset_id uuid not null references toolset on delete cascade,
  tool_slug text not null,
  connection_id integer,
  -- SHA-256 of the tool, the input as it would be sent, the connection, the account user and the toolset.
  call_hash bytea not null,
  -- JSON text with secrets masked.
  input text not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'denied', 'used', 'expired')),
  requested_date timestamptz not null default now(),
  -- Of the request while it waits, then of the approval.
  expires_date timestamptz not null,
  decided_date timestamptz,
  decided_by_account_user_id integer,
  reason text
);
-- The same call has one request that waits, or one approval that was not used yet.
create unique index approval_open on approval (account_user_id, call_hash) where status in ('waiting', 'approved');
create index approval_owner on approval (account_user_id, requested_date);
create index approval_company on approval (company_id, requested_date);
create index approval_expires on approval (expires_date);
