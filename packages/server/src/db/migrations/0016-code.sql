-- Applications of the operator's folder (source 'code', no company). The file that an application was last loaded from, below that folder.
alter table application add column code_file text;
-- Its file was not there at the last start. It is in no catalog, and its connections are kept for the day it comes back.
alter table application add column is_absent boolean not null default false;
