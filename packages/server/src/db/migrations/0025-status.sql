-- The processes that serve, so that Admins see them (decisions D72). Each updates its row. One that was killed stays for a day.
create table server_process (
  process_id uuid primary key,
  host text not null,
  version text not null,
  started_date timestamptz not null default now(),
  alive_date timestamptz not null default now()
);

-- Since when each master key wraps data keys. Null: since before this was noted. Ids are not secret.
create table master_key (
  key_id text primary key,
  since timestamptz
);
insert into master_key (key_id) select distinct encode(substring(wrapped_data_key from 2 for 8), 'hex') from company;
