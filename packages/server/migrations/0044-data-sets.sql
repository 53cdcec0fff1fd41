-- Named data sets of a template: a list of {name, data}, where data is JSON text as its author wrote it. PDF options: JSON
-- text, empty without options. Previews use both, calls do not.
alter table template_details
  add column data_sets json not null default '[]',
  add column pdf_options text not null default '';

create or replace view templates_by_version as
select content_id as template_id, account_id, name, description, version, draft, number, object_key, file_size,
  content_version, data_schema, data_schema_version, created_at, updated_at, token_id, person, sample_data, thumbnail_id,
  data_sets, pdf_options
from contents_by_version join template_details on template_id = content_id where kind = 'template';

create or replace view templates as select * from templates_by_version where number = version;
