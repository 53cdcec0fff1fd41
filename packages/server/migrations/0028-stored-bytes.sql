-- Bytes that each account stores: all versions of its templates and partials, and its assets. Triggers keep the sum,
-- so that processes of an older release count as well. An object takes a block of the file system at least.
-- This migration takes exclusive locks and ends at once. 0029 and 0030 do the work that depends on the number of rows.
alter table accounts add column stored_bytes bigint not null default 0;

create function billed_bytes(file_size integer) returns bigint immutable language sql
  return greatest(file_size, 4096)::bigint;

-- The account of a version must be known when its template is gone: versions are deleted by cascade.
alter table template_versions add column account_id uuid;
-- Not valid: existing rows are checked in 0029, without a lock that blocks reads.
alter table template_versions
  add constraint template_versions_account_known check (account_id is not null) not valid;

create function set_account_of_version() returns trigger language plpgsql as $$
begin
  new.account_id := (select account_id from templates where template_id = new.template_id);
  return new;
end $$;
-- Also on update: a process may change a version before 0029 has filled in its account.
create trigger set_account before insert or update on template_versions
  for each row when (new.account_id is null) execute function set_account_of_version();
