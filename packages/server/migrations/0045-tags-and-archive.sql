-- Tags of a template, and the time at which it was archived: calls with an archived template are rejected.
alter table template_details
  add column tags text[] not null default '{}',
  add column archived_at timestamptz;

create or replace view templates_by_version as
select content_id as template_id, account_id, name, description, version, draft, number, object_key, file_size,
  content_version, data_schema, data_schema_version, created_at, updated_at, token_id, person, sample_data, thumbnail_id,
  data_sets, pdf_options, tags, archived_at
from contents_by_version join template_details on template_id = content_id where kind = 'template';

create or replace view templates as select * from templates_by_version where number = version;
