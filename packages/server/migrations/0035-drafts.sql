-- Drafts of templates: the newest version may be a draft, which calls use only if they ask for it. The data schema
-- belongs to a version, so that a draft and a pinned version have their own.
drop view templates, current_contents;

alter table contents
  add column draft integer,
  add constraint contents_draft_check check (draft > version),
  add constraint contents_draft_fkey foreign key (content_id, draft) references content_versions
    deferrable initially deferred;

alter table content_versions
  add column data_schema text,
  add column data_schema_version text,
  add constraint content_versions_schema_check check ((data_schema is null) = (data_schema_version is null));

-- The schema of a version counts as stored bytes, as its source does.
create or replace function add_stored_bytes() returns trigger language plpgsql as $$
begin
  update accounts set stored_bytes = stored_bytes + bytes
  from (
    select account_id, sum(billed_bytes(file_size + coalesce(octet_length(data_schema), 0))) as bytes
    from new_rows group by account_id) as added
  where accounts.account_id = added.account_id;
  return null;
end $$;

create or replace function subtract_stored_bytes() returns trigger language plpgsql as $$
begin
  update accounts set stored_bytes = stored_bytes - bytes
  from (
    select account_id, sum(billed_bytes(file_size + coalesce(octet_length(data_schema), 0))) as bytes
    from old_rows group by account_id) as removed
  where accounts.account_id = removed.account_id;
  return null;
end $$;

create or replace function change_stored_bytes() returns trigger language plpgsql as $$
begin
  update accounts set stored_bytes = stored_bytes + bytes
  from (
    select account_id, sum(bytes) as bytes from (
      select account_id, billed_bytes(file_size + coalesce(octet_length(data_schema), 0)) as bytes from new_rows
      union all
      select account_id, -billed_bytes(file_size + coalesce(octet_length(data_schema), 0)) from old_rows) as changes
    group by account_id having sum(bytes) <> 0) as changed
  where accounts.account_id = changed.account_id;
  return null;
end $$;

-- The accounts first, because the trigger changes their sums: the order of all changes of stored objects.
select from accounts order by account_id for no key update;
-- An older version takes the schema that has applied to it until now, when it was restored.
update content_versions set data_schema = template_details.data_schema::text,
  data_schema_version = template_details.data_schema_version
from template_details where template_id = content_id and template_details.data_schema is not null;

-- No release has written these columns.
alter table template_details drop column data_schema, drop column data_schema_version;

-- Number of the version that a call has pinned. Null: the version that is current when the render begins.
alter table generations add column template_version integer;

-- Each content with each of its versions.
create view contents_by_version as
select content_id, contents.account_id, kind, name, version, draft, number, object_key, file_size, content_version,
  content_type, data_schema, data_schema_version, contents.created_at, updated_at, contents.token_id, contents.person
from contents join content_versions using (content_id);

create view current_contents as select * from contents_by_version where number = version;

create view templates_by_version as
select content_id as template_id, account_id, name, description, version, draft, number, object_key, file_size,
  content_version, data_schema, data_schema_version, created_at, updated_at, token_id, person, sample_data, thumbnail_id
from contents_by_version join template_details on template_id = content_id where kind = 'template';

create view templates as select * from templates_by_version where number = version;
