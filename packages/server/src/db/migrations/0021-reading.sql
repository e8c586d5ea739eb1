-- Notice: The history gets new indexes. Servers that still run wait with their records meanwhile: about 20 seconds for 3,000,000 records.

-- Holds what the history is filtered and counted by, so that a filter or a report reads this index and not the records (decisions D72).
drop index execution_company;
create index execution_company on execution (company_id, created_date, history_id)
  include (account_user_id, application_slug, tool_slug, connection_id, toolset_id, source, is_success, failure_kind, execution_time_ms);
-- A search finds request ids.
create index execution_request on execution using hash (request_id);
-- An index is enough only for pages that a vacuum has seen since they were written.
alter table execution set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Imports in the background, the last ones of each account user.
create table import (
  import_id integer primary key generated always as identity,
  company_id integer not null references company on delete cascade,
  account_user_id integer not null references account_user on delete cascade,
  application_slug text not null,
  is_dry_run boolean not null,
  -- 0: done, 1: in progress, 2: failed.
  status smallint not null default 1 check (status in (0, 1, 2)),
  phase text not null default 'fetching',
  done integer not null default 0,
  -- Null: not known.
  total integer,
  result json,
  error text,
  started_date timestamptz not null default now(),
  ended_date timestamptz,
  -- The server that runs the import updates it every few seconds. When it stops, the import has failed.
  alive_date timestamptz not null default now()
);
create index import_owner on import (account_user_id, import_id);
