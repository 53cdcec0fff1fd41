-- Secrets that every process of one installation shares, made at the first start.
create table secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
