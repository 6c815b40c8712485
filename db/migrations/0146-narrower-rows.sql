-- The database, too, hides from a client's role what the procedures never returned: documents that are not shared, and progress on objectives that the
-- shared version does not name.

drop policy client_keeps on app.document;
create policy client_sees on app.document for select to attune_app_client
  using (reader_id = (select app.actor_id()) and is_shared and deleted_at is null);
create policy client_adds on app.document for insert to attune_app_client
  with check (reader_id = (select app.actor_id()) and account_id = (select app.actor_id()) and is_from_client);

drop policy client_reads on app.treatment_progress;
create policy client_reads on app.treatment_progress for select to attune_app_client
  using (exists (select from app.treatment_plan_share s join app.treatment_plan_version v on v.id = s.version_id
    where s.client_id = treatment_progress.client_id
      and jsonb_path_exists(v.goals, '$[*].objectives[*] ? (@.id == $one)', jsonb_build_object('one', treatment_progress.objective_id))));

set local role attune_app_definer;

-- As before; a client learns only of changes of a document that is or was shared.
create or replace function def.change_document() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'document', r.id, tg_op, array_remove(array[r.therapist_id, case when r.is_shared then r.reader_id end], null),
        jsonb_build_object('id', r.id, 'client_id', r.client_id, 'therapist_id', r.therapist_id) from changed r;
  else
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'document', r.id, tg_op, array_remove(array[r.therapist_id, case when r.is_shared or o.is_shared then r.reader_id end], null),
        jsonb_build_object('id', r.id, 'client_id', r.client_id, 'therapist_id', r.therapist_id) from changed r join before o on o.id = r.id;
  end if;
  perform pg_notify('attune_change', '');
  return null;
end $$;

set local role attune_owner;

drop trigger change_update on app.document;
create trigger change_update after update on app.document referencing old table as before new table as changed for each statement
  execute function def.change_document();
