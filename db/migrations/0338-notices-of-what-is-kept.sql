-- Guardians who were told of something before the therapist keeps it from them no longer have the notification, and get no push of it.

grant select (params) on app.notification to attune_app_definer;

set local role attune_app_definer;

-- Deletes the notifications of guardians about a row of their client that begins to be kept. The argument is the column with the id of its subject.
create function def.forget_notices_of_kept() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.notification n using app.guardian g
    where g.therapist_id = new.therapist_id and g.client_id = new.client_id and n.account_id = g.account_id
      and n.related_id = (to_jsonb(new) ->> tg_argv[0])::uuid and n.params ->> 'actingFor' = new.client_id::text;
  return null;
end $$;
comment on function def.forget_notices_of_kept() is 'feature: guardian';
grant execute on function def.forget_notices_of_kept() to attune_owner;

set local role attune_owner;

create trigger notices_of_kept after update of kept_from_guardians on app.session_client for each row
  when (new.kept_from_guardians and not old.kept_from_guardians) execute function def.forget_notices_of_kept('session_id');
create trigger notices_of_kept after update of kept_from_guardians on app.sent_form for each row
  when (new.kept_from_guardians and not old.kept_from_guardians) execute function def.forget_notices_of_kept('id');
create trigger notices_of_kept after update on app.guardian_invoice for each row
  when (new.kept_from_guardians and not old.kept_from_guardians) execute function def.forget_notices_of_kept('invoice_id');
