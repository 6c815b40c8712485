-- A guardian stays in a running call whose session is moved, as a client does.

set local role attune_app_definer;

-- The record with which the actor may stay in a call of a session: as in `def.my_part_in`, also while the client has not accepted a new time yet.
create function def.my_stay_in(session uuid) returns uuid language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  if def.acting_as() = 'app_guardian' then
    return (select c.id from app.session_client sc join app.client c on c.id = sc.client_id
      where sc.session_id = session and sc.answer <> 'declined' and c.disconnected_at is null and c.id = any (def.acting_records_in(session)));
  end if;
  return (select c.id from app.session_client sc join app.client c on c.id = sc.client_id
    where sc.session_id = session and sc.answer <> 'declined' and c.account_id = app.actor_id() and c.disconnected_at is null order by c.id limit 1);
end $$;
comment on function def.my_stay_in(uuid) is 'feature: session';
revoke all on function def.my_stay_in(uuid) from public;
grant execute on function def.my_stay_in(uuid) to attune_app_client, attune_app_guardian;

-- The name by which the others in a call know the acting guardian: the first name, where all who may join may learn it. Null where the guardian chooses a
-- name: with other participants, and with guardians who may not know of each other.
create or replace function def.my_name_in_call(session uuid) returns text language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
declare
  record uuid := def.my_stay_in(session);
begin
  return (select nullif(trim(p.first_name), '') from app.profile p join app.session s on s.id = session
    where p.account_id = app.actor_id() and record is not null and s.therapy_type <> 'group'
      and not exists (select from app.session_client sc where sc.session_id = s.id and sc.client_id <> record and sc.answer <> 'declined')
      and not exists (select from app.guardian_right r join app.guardian g on g.therapist_id = r.therapist_id and g.client_id = r.client_id
          and g.account_id = r.account_id and g.ended_at is null
        where r.therapist_id = s.therapist_id and r.client_id = record and r.kind = 'sessions' and r.account_id <> app.actor_id() and not g.knows_others));
end $$;

-- How many people beside the therapist may join the call of a session, for one of them: the clients with an account, and their guardians.
create or replace function def.people_of_call(session uuid) returns int language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  if def.my_stay_in(session) is null then return 0; end if;
  return (select count(*) from (
    select c.account_id from app.session_client sc join app.client c on c.id = sc.client_id
      where sc.session_id = session and sc.answer <> 'declined' and c.account_id is not null and c.disconnected_at is null
    union
    select r.account_id from app.session_client sc
      join app.guardian_right r on r.therapist_id = sc.therapist_id and r.client_id = sc.client_id and r.kind = 'sessions' and r.since <= sc.starts_at
      where sc.session_id = session and sc.answer <> 'declined' and not sc.kept_from_guardians) people);
end $$;

set local role attune_owner;
