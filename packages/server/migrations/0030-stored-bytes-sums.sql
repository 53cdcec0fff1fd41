-- Sums the stored bytes and creates the triggers that keep the sums. Reads continue; changes of accounts and of stored
-- objects wait until the sums are there.
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

-- The same order as in the code, account before object, so that no deadlock can occur.
select from accounts order by account_id for no key update;
lock table template_versions, partial_versions, assets in share row exclusive mode;

update accounts set stored_bytes = bytes
from (
  select account_id, sum(billed_bytes(file_size)) as bytes from (
    select account_id, file_size from template_versions
    union all select account_id, file_size from partial_versions
    union all select account_id, file_size from assets) as objects
  group by account_id) as stored
where accounts.account_id = stored.account_id;

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
