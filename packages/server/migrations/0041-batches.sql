-- Batches: each row of a file becomes a document.
create table batches (
  batch_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  template_id uuid not null,
  template_name text not null,
  -- Version of the template at the start of the batch.
  template_version integer not null,
  token_id uuid,
  key_name text,
  is_test boolean not null,
  idempotency_key text,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Name of the file with the rows.
  name text not null,
  output text not null check (output in ('pdf', 'zip', 'mail')),
  columns json not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'paused', 'completed', 'cancelled', 'failed')),
  -- Reason why the batch is paused or has failed.
  message text,
  rows integer not null check (rows >= 1),
  rows_completed integer not null default 0 check (rows_completed >= 0),
  rows_failed integer not null default 0 check (rows_failed >= 0),
  -- Number of the attempt. Only the latest one may store results.
  attempt integer not null default 0,
  -- Attempts since the last result was stored.
  stalled integer not null default 0,
  -- Rows of the next attempt: 1 after a time-out, then doubled after each result.
  rows_at_once integer not null default 50 check (rows_at_once between 1 and 50),
  -- PDFs of the output `pdf`, once they are merged: [{"fileId", "size"}].
  files json,
  created_at timestamptz not null default now(),
  -- Start of the current pause.
  paused_at timestamptz,
  ended_at timestamptz,
  check (rows_completed + rows_failed <= rows),
  check ((status in ('completed', 'cancelled', 'failed')) = (ended_at is not null)),
  unique (account_id, idempotency_key)
);
create index batches_account on batches (account_id, created_at, batch_id);
create index batches_ended on batches (ended_at) where ended_at is not null;
create index batches_paused on batches (paused_at) where status = 'paused';

-- Rows of batches. A row keeps its texts until its document is stored.
create table batch_rows (
  batch_id uuid not null references batches on delete cascade,
  -- From 1, in the order of the file.
  number integer not null,
  status text not null default 'waiting' check (status in ('waiting', 'completed', 'failed')),
  -- Cells in the order of the columns.
  cells json,
  -- JSON text of an object.
  data text,
  recipient text,
  file_name text,
  -- Reason of a failure.
  error text,
  -- Render that has the document of the row.
  generation_id uuid,
  primary key (batch_id, number),
  check ((status = 'completed') = (generation_id is not null)),
  check ((status = 'failed') = (error is not null)),
  check (status <> 'waiting' or data is not null)
);
create index batch_rows_waiting on batch_rows (batch_id, number) where status = 'waiting';
create index batch_rows_failed on batch_rows (batch_id, number) where status = 'failed';

-- Batch of a render. Its renders are stored when they are completed and charged.
alter table generations
  add column batch_id uuid,
  -- Object with the PDF of some rows, which is merged with others. It is no result, and has no label of a test key.
  add column part_id uuid;
create unique index generations_part on generations (part_id) where part_id is not null;
create index generations_batch on generations (batch_id) where batch_id is not null;
