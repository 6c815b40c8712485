grant update (state) on app.mail to attune_app_definer;

set local role attune_app_definer;

-- The mails of a cancel that the acting therapist takes back before they have left stay here.
create function def.take_cancel_back(session uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.mail m set state = 'dropped' where m.subject_id = session and m.kind in ('session-cancelled', 'guardian-cancelled')
    and m.state = 'waiting' and m.acting_for = app.actor_id();
end $$;
grant execute on function def.take_cancel_back(uuid) to attune_app_therapist;

set local role attune_owner;
