-- What somebody wrote as a client ends as a client's does, also where they have become a therapist since.

set local role attune_app_definer;

-- As before; of whoever became a therapist the profile stays when the account is closed, and nothing goes with it by itself.
create or replace function def.journal_gone() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.end_journal_shares(old.account_id, null, null);
  delete from app.journal_entry e where e.account_id = old.account_id;
  delete from app.safety_plan p where p.account_id = old.account_id;
  delete from app.access a where a.account_id = old.account_id;
  delete from app.task_draft d where d.account_id = old.account_id;
  return old;
end $$;

-- Whoever is no client any more could not take back what they share: it ends with the role.
create function def.client_shares_end() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.end_journal_shares(old.account_id, null, null);
  delete from app.safety_plan_share h where h.account_id = old.account_id;
  return null;
end $$;
grant execute on function def.client_shares_end() to attune_owner;

-- As before; whoever takes the task back at this moment has done so, or waits and takes away what was given here.
create or replace function def.task_files_to_me(task uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.hold_record_of(task);
  perform from app.task t where t.id = task_files_to_me.task for share;
  insert into app.file_reader (account_id, file_id, reader_id)
    select f.account_id, f.file_id, app.actor_id() from app.task_file f join app.task_client l on l.therapist_id = f.therapist_id and l.task_id = f.task_id
    where f.task_id = task_files_to_me.task and l.client_id = any (def.my_records()) on conflict do nothing;
end $$;

set local role attune_owner;

create trigger client_shares_end after update of role on app.profile for each row when (old.role = 'client' and new.role <> 'client')
  execute function def.client_shares_end();
