-- Where a client registered itself, since anybody can register clients (decisions D59a).

alter table registered_client
  -- SHA-256 of the network. Null: unknown, or a client that an Admin made.
  add column network_hash bytea;
