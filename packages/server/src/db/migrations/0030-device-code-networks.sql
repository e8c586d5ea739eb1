-- Where the code of a device was asked for, since anybody can ask for codes (decisions D56a).

alter table oauth_artefact
  -- SHA-256 of the network address. Null: unknown, or no code of a device.
  add column network_hash bytea;
create index oauth_artefact_open_device on oauth_artefact (expires_date) where model = 'DeviceCode' and grant_jti is null;
