-- Objects of different kinds may have one name.
alter table connection_object drop constraint connection_object_pkey;
alter table connection_object add primary key (connection_id, kind, object_name);

-- False: the last refresh that succeeded found more than it may look through, so that an unknown object may still exist.
alter table connection_refresh add column is_complete boolean not null default true;
