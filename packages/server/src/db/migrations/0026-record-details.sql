-- What the record of an execution tells besides its result (decisions D34). Null: it was written before, or it was not kept.
alter table execution
  -- Whole milliseconds: checks before the call; waiting for a token that is good; the application; results and masking.
  add column checks_ms integer,
  add column token_ms integer,
  add column downstream_ms integer,
  add column results_ms integer,
  -- Of the application's response, by name, only those that are known to carry no credentials. Secrets are masked.
  add column response_headers json;
