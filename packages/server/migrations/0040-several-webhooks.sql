-- Several webhooks per account. The existing ones keep their secret and receive the same events as before.
alter table webhooks drop constraint webhooks_pkey;
alter table webhooks rename column set_at to created_at;
alter table webhooks
  add column webhook_id uuid primary key default gen_random_uuid(),
  add column description text not null default '',
  add column events text[] not null default '{job.completed,job.failed}',
  add column updated_at timestamptz not null default date_trunc('milliseconds', now()),
  add column disabled_reason text,
  -- Salt before the last rotation of the secret. Both secrets sign until this time.
  add column previous_salt bytea,
  add column previous_salt_until timestamptz,
  -- Time of the first failed attempt since the last success.
  add column failing_since timestamptz;
alter table webhooks alter column events drop default;
update webhooks set updated_at = date_trunc('milliseconds', created_at),
  disabled_reason = case when disabled_at is not null then 'gone' end;
alter table webhooks
  add constraint webhooks_events_check
    check (events <@ '{job.completed,job.failed,credits.low}' and cardinality(events) > 0),
  add constraint webhooks_disabled_reason_check check (disabled_reason in ('user', 'gone', 'failing')),
  add constraint webhooks_disabled_check check ((disabled_at is null) = (disabled_reason is null)),
  add constraint webhooks_previous_salt_check check (octet_length(previous_salt) = 16),
  add constraint webhooks_rotation_check check ((previous_salt is null) = (previous_salt_until is null));
create index webhooks_account on webhooks (account_id);

-- A delivery belongs to a webhook. No foreign key: the deliveries of a removed webhook are kept as long as their jobs.
alter table webhook_deliveries
  add column webhook_id uuid,
  -- JSON of an event that is not about a job.
  add column data json,
  -- Number of attempts before the delivery was sent again. The retries start anew.
  add column earlier_attempts integer not null default 0;
update webhook_deliveries set webhook_id = webhooks.webhook_id
from webhooks where webhooks.account_id = webhook_deliveries.account_id;
-- Of webhooks that were removed. They have ended.
delete from webhook_deliveries where webhook_id is null;
alter table webhook_deliveries
  alter column webhook_id set not null,
  drop constraint webhook_deliveries_generation_id_key,
  add constraint webhook_deliveries_generation_id_key unique (generation_id, webhook_id),
  drop constraint webhook_deliveries_event_check,
  add constraint webhook_deliveries_event_check
    check (event in ('job.completed', 'job.failed', 'credits.low', 'webhook.test')),
  drop constraint webhook_deliveries_check,
  add constraint webhook_deliveries_generation_check check ((event like 'job.%') = (generation_id is not null)),
  add constraint webhook_deliveries_data_check check ((event = 'credits.low') = (data is not null));
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at, delivery_id);

-- Attempts at deliveries with their outcome. An attempt whose process ended has no row.
create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  response_status integer,
  reason text,
  -- Beginning of the body of the response.
  response_excerpt text,
  primary key (delivery_id, number)
);

-- Temporary receivers of `platen listen`, which read their events from the service.
create table webhook_listeners (
  listener_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  events text[] not null,
  -- Each poll has a number. Only the newest one waits for events.
  poll_number integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint webhook_listeners_events_check
    check (events <@ '{job.completed,job.failed,credits.low}' and cardinality(events) > 0)
);
create index webhook_listeners_account on webhook_listeners (account_id);

-- Events that a listener has not acknowledged.
create table webhook_listener_events (
  event_id uuid primary key default gen_random_uuid(),
  listener_id uuid not null references webhook_listeners on delete cascade,
  event text not null,
  generation_id uuid references generations on delete cascade,
  data json,
  created_at timestamptz not null default now(),
  constraint webhook_listener_events_check check ((generation_id is null) = (data is not null))
);
create index webhook_listener_events_listener on webhook_listener_events (listener_id, created_at, event_id);
create index webhook_listener_events_generation on webhook_listener_events (generation_id);
