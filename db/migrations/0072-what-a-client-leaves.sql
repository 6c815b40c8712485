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

set local role attune_owner;

create trigger client_shares_end after update of role on app.profile for each row when (old.role = 'client' and new.role <> 'client')
  execute function def.client_shares_end();
