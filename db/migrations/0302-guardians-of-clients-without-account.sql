-- A record without an account is 'pending', never 'active'. Its guardians plan sessions as those of an active one do.

set local role attune_app_definer;

create or replace function def.acting_record(therapist uuid) returns uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if def.acting_as() <> 'app_guardian' then
    return (select c.id from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active');
  end if;
  return (select c.id from app.client c where c.therapist_id = therapist and c.id = app.acting_for() and c.status <> 'inactive'
    and exists (select from app.guardian_right r where r.account_id = app.actor_id() and r.therapist_id = c.therapist_id and r.client_id = c.id
      and r.kind in ('sessions', 'requests')));
end $$;

create or replace function def.request_session(wish uuid, therapist uuid, from_at timestamptz, until_at timestamptz, wished_format text, place text)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
begin
  select c.id into record from app.client c where c.therapist_id = therapist and c.id = def.acting_record(therapist) and c.status <> 'inactive'
    and not def.is_disabled(c.therapist_id)
    and (def.acting_as() <> 'app_guardian' or exists (select from app.guardian_right r where r.account_id = app.actor_id()
      and r.therapist_id = c.therapist_id and r.client_id = c.id and r.kind = 'requests')) for share;
  if record is null then return null; end if;
  insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status)
    values (wish, therapist, from_at, until_at, wished_format, 'individual', place, 'pending');
  insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) values (therapist, wish, record, from_at, 'accepted');
  return record;
end $$;
