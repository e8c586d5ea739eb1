-- The list of approvals shows digests without reading the inputs, which may be large (decisions D66).

alter table approval
  -- SHA-256, in hex, of what the record shows of the request.
  add column digest text;
update approval set digest = encode(sha256(convert_to(format('[%s,%s,%s,%s]%s', account_user_id,
  to_json(toolset_id::text), to_json(tool_slug), coalesce(connection_id::text, 'null'), input), 'UTF8')), 'hex');
alter table approval alter column digest set not null;
