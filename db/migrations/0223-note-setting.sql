-- From which moment a therapist still writes notes. After an import, a year of past sessions would otherwise be notes to write.

create table app.note_setting (
  therapist_id uuid primary key references app.calendar (therapist_id),
  -- Sessions that began earlier and have no note need none; null until the therapist says so.
  needed_from timestamptz
);
comment on table app.note_setting is 'owner: therapist; erasure: delete; disconnect: keep; kept: few (one row per therapist); feature: note';

grant select, insert (therapist_id, needed_from), update (needed_from) on app.note_setting to attune_app_therapist;
grant select, delete on app.note_setting to attune_app_definer;
grant select on app.note_setting to attune_app_backup;

create policy therapist_keeps on app.note_setting for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_deletes on app.note_setting for all to attune_app_definer using (true);
create policy backup_reads on app.note_setting for select to attune_app_backup using (true);
alter table app.note_setting enable row level security, force row level security;
