-- A slug keeps its meaning (decisions D77): it belongs to one operation, and what it was published for stays with it. -----

delete from published_slug p using (
  select q.application_id, q.operation_key, row_number() over (
    partition by q.application_id, q.slug order by (t.tool_id is null), q.operation_key) as place
  from published_slug q left join tool t using (application_id, operation_key)
) ranked
where p.application_id = ranked.application_id and p.operation_key = ranked.operation_key and ranked.place > 1;

alter table published_slug
  -- The most careful of what it was ever published for.
  add column is_read_only boolean,
  add column is_destructive boolean;
-- So far the hints of every tool follow from its method alone.
update published_slug set
  is_read_only = split_part(operation_key, ' ', 1) in ('GET', 'HEAD', 'OPTIONS', 'QUERY'),
  is_destructive = split_part(operation_key, ' ', 1) in ('PUT', 'DELETE');
alter table published_slug
  alter column is_read_only set not null,
  alter column is_destructive set not null,
  drop constraint published_slug_pkey,
  add primary key (application_id, slug),
  add unique (application_id, operation_key);

-- Bindings and definitions carry the version of their shape. -------------------------------------------------------------

update tool set binding = '{"version":1,"kind":"http"' || substr(binding, length('{"type":"http"') + 1)
  where binding like '{"type":"http"%';
update application set definition = ('{"version":1,' || substr(definition::text, 2))::json;

-- The catalog is held in memory an application at a time. ------------------------------------------------------------------

-- Counts the changes of an application, its methods and its tools: a part of the catalog with the same number is up to date.
alter table application add column revision integer not null default 1;

create function count_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;
create trigger application_revised before update on application
  for each row execute function count_revision();

create or replace function notify_change() returns trigger language plpgsql as $$
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
    -- Company 0: a built-in application, which belongs to all.
    when 'application' then
      perform pg_notify('bowline_changed', 'catalog:' || coalesce(changed.company_id, 0) || ':' || changed.application_id);
    else perform pg_notify('bowline_changed', 'callers:');
  end case;
  return null;
end
$$;
