-- Notice: The history gets new indexes. Servers that still run wait with their records meanwhile: about 10 seconds for 3,000,000 records.

-- The history is filtered by API key. A rare key among millions of records needs an index of its own, as a connection does (decisions D72).
create index execution_api_key on execution (company_id, api_key_id, created_date, history_id) where api_key_id is not null;

-- As execution_company and execution_sample, with the key, so that a summary of a key reads these and not the records. The next file
-- puts them in the place of the old ones: in one transaction, a server that still deletes old records could stop the upgrade.
create index execution_company_key on execution (company_id, created_date, history_id)
  include (account_user_id, application_slug, tool_slug, connection_id, toolset_id, source, is_success, failure_kind, execution_time_ms, api_key_id);
create index execution_sample_key on execution (company_id, created_date, history_id)
  include (account_user_id, application_slug, tool_slug, connection_id, toolset_id, source, is_success, failure_kind, execution_time_ms, api_key_id)
  where hashint4(history_id) & 15 = 0;
