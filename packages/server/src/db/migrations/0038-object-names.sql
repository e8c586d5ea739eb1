-- Objects are listed by their names. In the order of the list, a page reads its own rows and those before it, and sorts none.
alter table connection_object drop constraint connection_object_pkey;
alter table connection_object add primary key (connection_id, object_name, kind);
