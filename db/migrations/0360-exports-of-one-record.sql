-- The export of one record has a name of its own in the access log, and each one leaves its own line, as those of the list of clients do.

set local role attune_app_definer;

create or replace function def.leave_line(opened text, opened_id uuid, account uuid, moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.access (account_id, reader_id, thing, thing_id, at, slot)
    select account, app.actor_id(), opened, opened_id, moment,
      case when opened in ('export', 'record-export') then moment else date_bin('15 minutes', moment, timestamptz 'epoch') end
    where exists (select from app.client c where c.therapist_id = app.actor_id() and c.account_id = account)
    on conflict on constraint access_once do nothing;
end $$;
