-- Notice: The history gets new indexes. Servers that still run wait with their records meanwhile: about 15 seconds for 3,000,000 records.

-- History ids are unique among a company's records (decisions D84). A server takes a block of 1000 ids for a company and hands them
-- out by itself: block 1 is ids 1 to 1000. After the last block comes block 1 again.
create table history_block (
  company_id integer primary key,
  last_block integer not null
);
-- Servers of the version before may run for a while and take blocks for all companies from this sequence: the first hundred are theirs.
insert into history_block (company_id, last_block)
  select company_id, case when last_value + 100 < 2147484 then last_value + 100 else 0 end from company, execution_block;

alter table execution drop constraint execution_pkey, add primary key (company_id, history_id);
create index execution_tool on execution (company_id, tool_slug, created_date, history_id);
create index execution_connection on execution (company_id, connection_id, created_date, history_id);
create index execution_failed on execution (company_id, created_date, history_id) where not is_success;

-- Keys belong to a credential, and responses are sealed (decisions D76). A key from before keeps its claim for its 24 hours, for
-- every credential of its account user, but not its response, which was not sealed: a retry with it is refused and not sent again.
alter table idempotency_key
  add column credential text not null default 'any',
  -- Of the attempt that runs the request: only it may store a response or give the key back.
  add column claim uuid,
  add column sealed_response bytea,
  drop column response,
  drop constraint idempotency_key_pkey,
  add primary key (account_user_id, credential, key_hash);
alter table idempotency_key alter column credential drop default;

-- A server remembers for a moment that it does not know a key; a new one ends that.
drop trigger api_key_changed on api_key;
create trigger api_key_changed after insert or delete or update of toolset_id, is_read_only, expires_date on api_key
  for each row execute function notify_change();
