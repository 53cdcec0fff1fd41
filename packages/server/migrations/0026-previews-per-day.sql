-- The number of previews on `day`, a day of UTC. A new day starts at 0.
alter table preview_limits add column day date;
alter table preview_limits add column previews integer not null default 0;
