-- One row a call that was accepted. While it is pending or processing, its pages are reserved.
create table generations (
  generation_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- No foreign key: a PDF outlives the template that it was made from.
  template_id uuid not null,
  is_async boolean not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  pages integer not null check (pages between 1 and 50),
  -- Of an asynchronous call only, as text: jsonb would reorder the keys that a template iterates over.
  elements text,
  recipients text[] not null default '{}',
  -- When the reservation falls back to the account if nobody has finished the generation by then.
  reserved_until timestamptz not null,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  -- Names the stored PDF, each attempt's anew.
  file_id uuid unique,
  -- As it was then: it names the file and the mail.
  template_name text not null,
  size bigint,
  sheets integer,
  warnings json not null default '[]',
  message text
);

create index generations_account on generations (account_id, created_at);
create index generations_open on generations (reserved_until) where status in ('pending', 'processing');
create index generations_finished on generations (completed_at) where status in ('completed', 'failed');
