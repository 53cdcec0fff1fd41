-- The request log: the calls of accounts under /v1. Written in batches after the response, removed by age and number.

create table requests (
  request_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- Arrival of the call.
  created_at timestamptz not null,
  method text not null,
  -- Pattern of the route, such as /v1/templates/{templateId}.
  route text not null,
  -- Decoded, without the query, which may contain secrets.
  path text not null,
  -- 499: the client closed the connection before the response.
  status smallint not null,
  duration_ms double precision not null,
  -- Milliseconds by phase.
  phases json not null default '{}',
  token_id uuid,
  key_name text,
  is_test boolean not null default false,
  template_id uuid,
  -- No foreign key: the row of the render is removed earlier or later than this one.
  generation_id uuid,
  cost integer not null default 0,
  -- Number of warnings by kind.
  warnings json not null default '{}',
  -- Body of the error response, encrypted: an error can quote data.
  failure bytea,
  -- Reason why the body of the call was not kept, if the account keeps bodies.
  body_left_out text check (body_left_out in ('size', 'limit')),
  -- Number of calls after this one that exceeded the limit of the log, and have no row.
  omitted integer not null default 0
);
create index requests_account on requests (account_id, created_at, request_id);
create index requests_age on requests (created_at);

-- Bodies of calls, encrypted. Only of accounts that keep them.
create table request_bodies (
  request_id uuid primary key references requests on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  content bytea not null
);
create index request_bodies_account on request_bodies (account_id, created_at);

alter table accounts add column keeps_request_bodies boolean not null default false;
