-- One model for templates, partials and assets: their versions, authors and limits. No release has used the old tables.
create table contents (
  content_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('template', 'partial', 'asset')),
  name text not null,
  -- The current version.
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Author of the last change: a program with an API key, or a user with a mail address.
  token_id uuid,
  person text,
  check (token_id is null or person is null)
);

create table content_versions (
  content_id uuid not null references contents on delete cascade,
  number integer not null check (number >= 1),
  -- For the account's sum of stored bytes.
  account_id uuid not null,
  object_key text not null unique,
  file_size integer not null,
  content_version text not null,
  content_type text not null,
  created_at timestamptz not null,
  token_id uuid,
  person text,
  -- Number of the version that this one restores.
  restored integer,
  primary key (content_id, number),
  check (token_id is null or person is null)
);

create table template_details (
  template_id uuid primary key references contents on delete cascade,
  description text not null default '',
  sample_data json not null default '{}',
  data_schema json,
  data_schema_version text,
  thumbnail_id uuid unique,
  check ((data_schema is null) = (data_schema_version is null))
);

-- A template of a process that ran before the versions existed.
insert into template_versions (template_id, number, object_key, file_size, content_version, created_at)
select template_id, 1 + (select coalesce(max(number), 0) from template_versions
    where template_versions.template_id = templates.template_id),
  object_key, file_size, content_version, updated_at
from templates
where not exists (select from template_versions where template_versions.object_key = templates.object_key);

alter table partials add column content_id uuid not null default gen_random_uuid();
alter table assets add column content_id uuid not null default gen_random_uuid();

insert into contents (content_id, account_id, kind, name, version, created_at, updated_at, token_id, person)
select template_id, account_id, 'template', name,
  (select number from template_versions where template_versions.object_key = templates.object_key),
  created_at, updated_at, token_id, person
from templates
union all
select content_id, account_id, 'partial', name, version, created_at, updated_at, token_id, person from partials
union all
select content_id, account_id, 'asset', name, 1, created_at, updated_at, token_id, person from assets;

insert into content_versions (content_id, number, account_id, object_key, file_size, content_version, content_type,
  created_at, token_id, person, restored)
select template_id, number, account_id, object_key, file_size, content_version, 'text/x-handlebars', created_at,
  token_id, person, restored
from template_versions
union all
select content_id, number, account_id, partial_versions.object_key, partial_versions.file_size,
  partial_versions.content_version, 'text/x-handlebars', partial_versions.created_at, partial_versions.token_id,
  partial_versions.person, restored
from partial_versions join partials using (account_id, name)
union all
select content_id, 1, account_id, object_key, file_size, content_version, content_type, updated_at, token_id, person,
  null
from assets;

insert into template_details (template_id, description, sample_data, data_schema, data_schema_version, thumbnail_id)
select template_id, description, sample_data, data_schema, data_schema_version, thumbnail_id from templates;

drop table template_versions, templates, partial_versions, partials, assets;
drop function set_account_of_version;

create unique index contents_name on contents (account_id, kind, name) where kind <> 'template';
create index contents_account on contents (account_id, kind, created_at, content_id);
-- Checked at the commit, because the row of the content is written first.
alter table contents add constraint contents_version_fkey
  foreign key (content_id, version) references content_versions deferrable initially deferred;

-- The sums in `accounts` are right already. The triggers keep them.
create trigger add_stored_bytes after insert on content_versions
  referencing new table as new_rows for each statement execute function add_stored_bytes();
create trigger subtract_stored_bytes after delete on content_versions
  referencing old table as old_rows for each statement execute function subtract_stored_bytes();
create trigger change_stored_bytes after update on content_versions
  referencing new table as new_rows old table as old_rows for each statement execute function change_stored_bytes();

-- Each content with its current version.
create view current_contents as
select content_id, contents.account_id, kind, name, version, object_key, file_size, content_version, content_type,
  contents.created_at, updated_at, contents.token_id, contents.person
from contents join content_versions using (content_id) where number = version;

create view templates as
select template_id, account_id, name, description, version, object_key, file_size, content_version, created_at,
  updated_at, token_id, person, sample_data, data_schema, data_schema_version, thumbnail_id
from current_contents join template_details on template_id = content_id where kind = 'template';
