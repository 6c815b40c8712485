comment on view app.guardian_label is 'name and rights of a guardian, for the therapist; feature: guardian';
comment on view app.acting_guardian is 'who the acting guardian is for a client; feature: guardian';

set local role attune_app_definer;

-- Announces each changed form to therapist, client and the guardians who see it. A form that stays kept from guardians is announced to none of them; one
-- that becomes so disappears from their pages.
create or replace function def.change_sent_form() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  stays uuid[] := '{}';
begin
  if tg_op = 'UPDATE' then
    stays := array(select r.id from changed r join former o on o.id = r.id where r.kept_from_guardians and o.kept_from_guardians);
  else
    stays := array(select r.id from changed r where r.kept_from_guardians);
  end if;
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'sent_form', r.id, tg_op, array_remove(array[r.therapist_id, r.account_id], null)
        || case when r.id = any (stays) then '{}' else def.form_audience(r.therapist_id, r.client_id, r.sent_at, r.frozen) end,
      jsonb_build_object('id', r.id, 'client_id', r.client_id, 'therapist_id', r.therapist_id)
    from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;

set local role attune_owner;

drop trigger change_update on app.sent_form;
create trigger change_update after update on app.sent_form referencing old table as former new table as changed
  for each statement execute function def.change_sent_form();

set local role attune_app_definer;
drop function def.change_edited_sent_form();
