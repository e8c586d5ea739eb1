-- The snapshots of built-in applications that were ever installed in this database. The last one is in use. A server whose own
-- snapshot is in the table but not the last one was overtaken by another server, and leaves the newer one alone.
create table built_in_snapshot (
  snapshot_id integer generated always as identity primary key,
  -- Of the sources that it was built from.
  key text not null unique,
  server_version text not null,
  installed_date timestamptz not null default now()
);

-- Served at /icons/{applicationSlug}.svg.
create table application_icon (
  application_id integer primary key references application on delete cascade,
  svg text not null
);

-- Applications that a company does not want to see (decisions D67).
create table disabled_application (
  company_id integer not null references company on delete cascade,
  application_id integer not null references application on delete cascade,
  primary key (company_id, application_id)
);

create function notify_disabled_application() returns trigger language plpgsql as $$
declare
  changed record;
begin
  changed := coalesce(new, old);
  perform pg_notify('bowline_changed', 'catalog:' || changed.company_id || ':' || changed.application_id);
  return null;
end
$$;
create trigger disabled_application_changed after insert or delete on disabled_application
  for each row execute function notify_disabled_application();
