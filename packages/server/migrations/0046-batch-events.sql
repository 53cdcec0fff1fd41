-- Events about batches, whose body is stored in `data` like the one of credits.low.
alter table webhooks
  drop constraint webhooks_events_check,
  add constraint webhooks_events_check check (
    events <@ '{job.completed,job.failed,batch.completed,batch.paused,batch.failed,credits.low}'
    and cardinality(events) > 0);
alter table webhook_listeners
  drop constraint webhook_listeners_events_check,
  add constraint webhook_listeners_events_check check (
    events <@ '{job.completed,job.failed,batch.completed,batch.paused,batch.failed,credits.low}'
    and cardinality(events) > 0);
alter table webhook_deliveries
  drop constraint webhook_deliveries_event_check,
  add constraint webhook_deliveries_event_check check (event in
    ('job.completed', 'job.failed', 'batch.completed', 'batch.paused', 'batch.failed', 'credits.low', 'webhook.test')),
  drop constraint webhook_deliveries_data_check,
  add constraint webhook_deliveries_data_check
    check ((event like 'job.%' or event = 'webhook.test') = (data is null));
