-- Notice: The history gets new indexes. Servers that still run wait with their records meanwhile: about 4 seconds for 3,000,000 records.

-- The records of whole hours, counted, so that a report over months reads these rows (decisions D72). A job writes them.
create table history_hour (
  company_id integer not null,
  -- When the hour begins.
  hour timestamptz not null,
  account_user_id integer not null,
  tool_slug text not null,
  application_slug text not null,
  toolset_id uuid,
  source text not null,
  is_success boolean not null,
  failure_kind text,
  count integer not null
);
create index history_hour_company on history_hour (company_id, hour);

-- The hours from `since` to before `until` are counted, but for those in history_hour_changed. An hour without records has no rows.
create table history_rollup (
  -- One row.
  is_only boolean primary key default true check (is_only),
  since timestamptz not null,
  until timestamptz not null
);
insert into history_rollup (since, until)
  select hour, hour from date_bin('1 hour', now(), timestamptz '2001-01-01T00:00:00Z') as hour;

-- Hours of which records were written late or deleted. A row is added in the same transaction, so that whoever sees one sees the other.
-- Each transaction has a row of its own: the job deletes those that it sees.
create table history_hour_changed (
  company_id integer not null,
  hour timestamptz not null,
  transaction xid8 not null default pg_current_xact_id(),
  primary key (company_id, hour, transaction)
);

create function note_late_execution() returns trigger language plpgsql as $$
begin
  insert into history_hour_changed (company_id, hour)
    values (new.company_id, date_bin('1 hour', new.created_date, timestamptz '2001-01-01T00:00:00Z'))
    on conflict do nothing;
  return null;
end $$;
-- The job counts an hour 10 minutes after its end, when no transaction is left that wrote within 5 minutes of it. The clock is read
-- when the row is written: now() would be the time before a wait for a lock.
create trigger execution_late after insert on execution for each row
  when (date_bin('1 hour', new.created_date, timestamptz '2001-01-01T00:00:00Z') < clock_timestamp() - interval '65 minutes')
  execute function note_late_execution();

create function note_deleted_executions() returns trigger language plpgsql as $$
begin
  insert into history_hour_changed (company_id, hour)
    select distinct company_id, date_bin('1 hour', created_date, timestamptz '2001-01-01T00:00:00Z') from deleted
    on conflict do nothing;
  return null;
end $$;
create trigger execution_deleted after delete on execution referencing old table as deleted for each statement
  execute function note_deleted_executions();

-- An operator may empty the table by hand.
create function forget_history_hours() returns trigger language plpgsql as $$
begin
  delete from history_hour;
  return null;
end $$;
create trigger execution_truncated after truncate on execution for each statement execute function forget_history_hours();

-- Times of many records are those of a sample. This index holds every sixteenth record.
create index execution_sample on execution (company_id, created_date, history_id)
  include (account_user_id, application_slug, tool_slug, connection_id, toolset_id, source, is_success, failure_kind, execution_time_ms)
  where hashint4(history_id) & 15 = 0;
-- The planner would expect far too few records of a sample.
create statistics execution_sample_share on (hashint4(history_id) & 15) from execution;
