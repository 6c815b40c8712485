-- The database, too, hides from a client's role what the procedures never returned: documents that are not shared, and progress on objectives that the
-- shared version does not name.

-- The client whom a document is shown to, if any.
alter table app.document no force row level security;
alter table app.document add column shown_to uuid generated always as (case when is_shared and deleted_at is null then reader_id end) stored;
alter table app.document force row level security;
drop policy client_keeps on app.document;
create policy client_keeps on app.document for all to attune_app_client using (shown_to = (select app.actor_id()));

set local role attune_app_definer;

-- The objectives of the plans that the acting client may read.
create function def.my_objectives() returns uuid[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(select (o ->> 'id')::uuid from app.client c
    join app.treatment_plan_share s on s.therapist_id = c.therapist_id and s.client_id = c.id
    join app.treatment_plan_version v on v.therapist_id = s.therapist_id and v.id = s.version_id,
    jsonb_path_query(v.goals, '$[*].objectives[*]') o
    where c.account_id = app.actor_id());
end $$;
grant execute on function def.my_objectives() to attune_owner, attune_app_client;

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

drop policy client_reads on app.treatment_progress;
create policy client_reads on app.treatment_progress for select to attune_app_client
  using (objective_id = any ((select def.my_objectives())::uuid[]));
