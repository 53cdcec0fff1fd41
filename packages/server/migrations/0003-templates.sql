create table templates (
  template_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  description text not null default '',
  storage_key text not null,
  -- Where the source of this content lies. Each content has an object of its own, so that the row alone
  -- decides what the template is: nothing is ever overwritten in place.
  object_key text not null unique,
  file_size integer not null,
  content_version text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index templates_account on templates (account_id, created_at, template_id);
