-- The new indexes have all that these have.
drop index execution_company;
drop index execution_sample;
alter index execution_company_key rename to execution_company;
alter index execution_sample_key rename to execution_sample;
