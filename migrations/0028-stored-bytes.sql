-- Bytes that each account stores: all versions of its templates and partials, and its assets. Triggers keep the sum,
-- so that processes of an older release count as well. An object takes a block of the file system at least.
alter table accounts add column stored_bytes bigint not null default 0;

create function billed_bytes(file_size integer) returns bigint immutable language sql
  return greatest(file_size, 4096)::bigint;

-- The account of a version must be known when its template is gone: versions are deleted by cascade.
alter table template_versions add column account_id uuid;
update template_versions set account_id = templates.account_id
  from templates where templates.template_id = template_versions.template_id;
alter table template_versions alter column account_id set not null;

create function set_account_of_version() returns trigger language plpgsql as $$
begin
  new.account_id := (select account_id from templates where template_id = new.template_id);
  return new;
end $$;
create trigger set_account before insert on template_versions
  for each row execute function set_account_of_version();

create function add_stored_bytes() returns trigger language plpgsql as $$
begin
  update accounts set stored_bytes = stored_bytes + bytes
  from (select account_id, sum(billed_bytes(file_size)) as bytes from new_rows group by account_id) as added
  where accounts.account_id = added.account_id;
  return null;
end $$;

create function subtract_stored_bytes() returns trigger language plpgsql as $$
begin
  update accounts set stored_bytes = stored_bytes - bytes
  from (select account_id, sum(billed_bytes(file_size)) as bytes from old_rows group by account_id) as removed
  where accounts.account_id = removed.account_id;
  return null;
end $$;

create function change_stored_bytes() returns trigger language plpgsql as $$
begin
  update accounts set stored_bytes = stored_bytes + bytes
  from (
    select account_id, sum(bytes) as bytes from (
      select account_id, billed_bytes(file_size) as bytes from new_rows
      union all select account_id, -billed_bytes(file_size) from old_rows) as changes
    group by account_id having sum(bytes) <> 0) as changed
  where accounts.account_id = changed.account_id;
  return null;
end $$;

create trigger add_stored_bytes after insert on template_versions
  referencing new table as new_rows for each statement execute function add_stored_bytes();
create trigger subtract_stored_bytes after delete on template_versions
  referencing old table as old_rows for each statement execute function subtract_stored_bytes();
create trigger change_stored_bytes after update on template_versions
  referencing new table as new_rows old table as old_rows for each statement execute function change_stored_bytes();

create trigger add_stored_bytes after insert on partial_versions
  referencing new table as new_rows for each statement execute function add_stored_bytes();
create trigger subtract_stored_bytes after delete on partial_versions
  referencing old table as old_rows for each statement execute function subtract_stored_bytes();
create trigger change_stored_bytes after update on partial_versions
  referencing new table as new_rows old table as old_rows for each statement execute function change_stored_bytes();

create trigger add_stored_bytes after insert on assets
  referencing new table as new_rows for each statement execute function add_stored_bytes();
create trigger subtract_stored_bytes after delete on assets
  referencing old table as old_rows for each statement execute function subtract_stored_bytes();
create trigger change_stored_bytes after update on assets
  referencing new table as new_rows old table as old_rows for each statement execute function change_stored_bytes();

update accounts set stored_bytes = bytes
from (
  select account_id, sum(billed_bytes(file_size)) as bytes from (
    select account_id, file_size from template_versions
    union all select account_id, file_size from partial_versions
    union all select account_id, file_size from assets) as objects
  group by account_id) as stored
where accounts.account_id = stored.account_id;
