-- The therapist's own texts of payment reminders. A step without a row has the text of the product.

create table app.reminder_text (
  therapist_id uuid not null references app.calendar (therapist_id),
  language text not null check (language in ('en', 'de', 'fr', 'es')),
  step int not null check (step between 1 and 3),
  -- Contains placeholders such as {number}. A reminder keeps its own copy.
  text text not null check (length(text) between 1 and 1000),
  primary key (therapist_id, language, step)
);
comment on table app.reminder_text is 'owner: therapist; erasure: delete; disconnect: keep';

grant select, delete, insert (therapist_id, language, step, text), update (text) on app.reminder_text to attune_app_therapist;
grant select, delete on app.reminder_text to attune_app_definer;
grant select on app.reminder_text to attune_app_backup;
create policy therapist_keeps on app.reminder_text for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_deletes on app.reminder_text for all to attune_app_definer using (true);
create policy backup_reads on app.reminder_text for select to attune_app_backup using (true);
alter table app.reminder_text enable row level security, force row level security;
