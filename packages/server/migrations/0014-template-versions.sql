-- Data to try the template with, as its owner wrote it: json keeps the order of fields and the line breaks.
alter table templates add column sample_data json not null default '{}';
-- Raised by every change of the source or the sample data: who saves says which they have seen.
alter table templates add column revision integer not null default 1;
-- Whose change that was: a key, which may be gone by now, or a person by their address; neither where nobody knows.
alter table templates add column token_id uuid;
alter table templates add column person text;

-- Every source that a template has had, its present one among them: that has the template's own object_key.
create table template_versions (
  template_id uuid not null references templates on delete cascade,
  -- From 1 on, in the order in which they were stored.
  number integer not null check (number >= 1),
  object_key text not null unique,
  file_size integer not null,
  content_version text not null,
  created_at timestamptz not null,
  token_id uuid,
  person text,
  -- Of which older version this one is the content again.
  restored integer,
  check (token_id is null or person is null),
  primary key (template_id, number)
);

insert into template_versions (template_id, number, object_key, file_size, content_version, created_at)
  select template_id, 1, object_key, file_size, content_version, updated_at from templates;

-- How many previews an account may still ask for. Unlogged, as rate_limits is.
create unlogged table preview_limits (
  account_id uuid primary key,
  tokens double precision not null,
  granted boolean not null,
  refilled_at timestamptz not null
);
