-- The recent failures of the assistant's endpoint and the end of its pause, for all servers together: each server that counted for itself would send five
-- more requests to an endpoint that is down, and one page would show a pause that the next request does not find.
alter table app.assistant_setting
  add column failed_at timestamptz[] not null default '{}' check (cardinality(failed_at) <= 5),
  add column paused_until timestamptz;
grant update (failed_at, paused_until) on app.assistant_setting to attune_worker;
create policy worker_pauses on app.assistant_setting for update to attune_worker using (true);
