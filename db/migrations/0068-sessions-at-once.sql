-- One act may concern sessions one by one, each taken out of its series, as well as a series as a whole.
alter table app.session_history add column alone boolean not null default true;
-- Written while the type is set: row security would keep the owner from the rows.
alter table app.session_history alter column alone type boolean using (act is null);
comment on column app.session_history.alone is 'taken upon the session by itself, not along with its series';
grant insert (alone) on app.session_history to attune_app_therapist, attune_app_client, attune_worker;
