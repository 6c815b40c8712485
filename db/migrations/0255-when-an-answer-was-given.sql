-- The time at which the client submitted an answer, by the clock of their device, if the answer arrived later because the device was offline. Null for
-- an answer that arrived at once. `submitted_at` stays the time at which it arrived.
alter table app.task_answer add column answered_at timestamptz check (answered_at < submitted_at);
grant insert (answered_at), select (answered_at) on app.task_answer to attune_app_client;
