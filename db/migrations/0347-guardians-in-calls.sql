-- while no server runs: a server of the version before reads the calls of a client by another rule.
-- Guardians join the calls of the client for whom they act, each as a person of their own.

alter table app.video_call_person no force row level security;
alter table app.guardian no force row level security;
alter table app.video_call_person
  -- The guardian who takes part for the client of `client_id`; null for the client and for the therapist.
  add column guardian_id uuid,
  drop column person_id;
alter table app.video_call_person
  add column person_id uuid not null generated always as (coalesce(guardian_id, client_id, therapist_id)) stored,
  add primary key (call_id, person_id),
  add foreign key (therapist_id, guardian_id) references app.guardian (therapist_id, id) on delete cascade,
  add check (guardian_id is null or client_id is not null);
alter table app.video_call_person force row level security;
alter table app.guardian force row level security;
comment on table app.video_call_person is 'owner: therapist; erasure: keep (record: the times of sessions); disconnect: keep; kept: record (the answer where a client or guardian is for 24 hours); feature: call';
create index video_call_person_of_guardian on app.video_call_person (therapist_id, guardian_id);

grant select (person_id) on app.video_call_person to attune_app_client;
-- A client sees the own row, and none of a guardian.
alter policy client_sees on app.video_call_person using (person_id = any ((select def.my_records())::uuid[]));
alter policy client_joins on app.video_call_person with check (person_id = any ((select def.my_records())::uuid[]));
alter policy client_moves on app.video_call_person using (person_id = any ((select def.my_records())::uuid[]));

grant select (call_phone, calls_through_relay, asks_whereabouts) on app.session_terms to attune_app_guardian;

set local role attune_app_definer;

-- The record with which the actor takes part in a session: accepted, and connected with the therapist. For a guardian this is the client for whom they
-- act, if they may see the session. Null if there is none.
create or replace function def.my_part_in(session uuid) returns uuid language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  if def.acting_as() = 'app_guardian' then
    return (select c.id from app.session_client sc join app.client c on c.id = sc.client_id
      where sc.session_id = session and sc.answer = 'accepted' and c.disconnected_at is null and c.id = any (def.acting_records_in(session)));
  end if;
  return (select c.id from app.session_client sc join app.client c on c.id = sc.client_id
    where sc.session_id = session and sc.answer = 'accepted' and c.account_id = app.actor_id() and c.disconnected_at is null order by c.id limit 1);
end $$;
grant execute on function def.my_part_in(uuid) to attune_app_guardian;
grant execute on function def.may_start_call(uuid, timestamptz, int), def.is_therapist_in_call(uuid, timestamptz) to attune_app_guardian;

-- The rows of the acting guardian as a guardian of the client for whom they act, while they have the right to the sessions.
create function def.my_guardianships() returns uuid[] language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  return array(select g.id from app.guardian g
    where g.account_id = app.actor_id() and g.client_id = app.acting_for() and g.ended_at is null
      and exists (select from app.guardian_right r where r.account_id = g.account_id and r.therapist_id = g.therapist_id and r.client_id = g.client_id
        and r.kind = 'sessions'));
end $$;
comment on function def.my_guardianships() is 'feature: guardian';
revoke all on function def.my_guardianships() from public;
grant execute on function def.my_guardianships() to attune_app_guardian;

-- The sessions in which the client for whom the acting guardian acts takes part, as far as the guardian may see them.
create function def.my_guarded_call_sessions() returns uuid[] language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  return array(select sc.session_id from app.session_client sc join app.client c on c.id = sc.client_id
    join app.guardian_right r on r.therapist_id = sc.therapist_id and r.client_id = sc.client_id and r.kind = 'sessions' and r.since <= sc.starts_at
    where r.account_id = app.actor_id() and r.client_id = app.acting_for() and sc.answer = 'accepted' and not sc.kept_from_guardians
      and c.disconnected_at is null);
end $$;
comment on function def.my_guarded_call_sessions() is 'feature: call';
revoke all on function def.my_guarded_call_sessions() from public;
grant execute on function def.my_guarded_call_sessions() to attune_app_guardian;

-- The name by which the others in a call know the acting guardian: the first name, where all who may join may learn it. Null where the guardian chooses a
-- name: with other participants, and with guardians who may not know of each other.
create function def.my_name_in_call(session uuid) returns text language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
declare
  record uuid := def.my_part_in(session);
begin
  return (select nullif(trim(p.first_name), '') from app.profile p join app.session s on s.id = session
    where p.account_id = app.actor_id() and record is not null and s.therapy_type <> 'group'
      and not exists (select from app.session_client sc where sc.session_id = s.id and sc.client_id <> record and sc.answer <> 'declined')
      and not exists (select from app.guardian_right r join app.guardian g on g.therapist_id = r.therapist_id and g.client_id = r.client_id
          and g.account_id = r.account_id and g.ended_at is null
        where r.therapist_id = s.therapist_id and r.client_id = record and r.kind = 'sessions' and r.account_id <> app.actor_id() and not g.knows_others));
end $$;
comment on function def.my_name_in_call(uuid) is 'feature: call';
revoke all on function def.my_name_in_call(uuid) from public;
grant execute on function def.my_name_in_call(uuid) to attune_app_guardian;

-- How many people beside the therapist may join the call of a session, for one of them: the clients with an account, and their guardians.
create function def.people_of_call(session uuid) returns int language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  if def.my_part_in(session) is null then return 0; end if;
  return (select count(*) from (
    select c.account_id from app.session_client sc join app.client c on c.id = sc.client_id
      where sc.session_id = session and sc.answer <> 'declined' and c.account_id is not null and c.disconnected_at is null
    union
    select r.account_id from app.session_client sc
      join app.guardian_right r on r.therapist_id = sc.therapist_id and r.client_id = sc.client_id and r.kind = 'sessions' and r.since <= sc.starts_at
      where sc.session_id = session and sc.answer <> 'declined' and not sc.kept_from_guardians) people);
end $$;
comment on function def.people_of_call(uuid) is 'feature: call';
revoke all on function def.people_of_call(uuid) from public;
grant execute on function def.people_of_call(uuid) to attune_app_guardian;

-- The guardians who were in calls of these sessions: all for the therapist, for a guardian the own row.
create function def.guardians_in_calls(sessions uuid[]) returns table (guardian_id uuid, client_id uuid, name text)
language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  return query select distinct p.guardian_id, p.client_id, g.name
    from app.video_call_person p join app.guardian g on g.therapist_id = p.therapist_id and g.id = p.guardian_id
    where p.session_id = any (sessions) and (p.therapist_id = app.actor_id() or g.account_id = app.actor_id() and p.client_id = app.acting_for());
end $$;
comment on function def.guardians_in_calls(uuid[]) is 'feature: call';
revoke all on function def.guardians_in_calls(uuid[]) from public;
grant execute on function def.guardians_in_calls(uuid[]) to attune_app_therapist, attune_app_guardian;

-- Stores that a guardian has left a call. The server stores it, because a guardian whose right has ended no longer sees the call.
create function def.leave_call_of_guardian(call uuid, guardian uuid, more int, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.video_call_person p set seconds = p.seconds + more, seen_at = moment, last_left_at = moment
    where p.call_id = call and p.guardian_id = guardian and p.removed_at is null;
end $$;
comment on function def.leave_call_of_guardian(uuid, uuid, int, timestamptz) is 'feature: call';
revoke all on function def.leave_call_of_guardian(uuid, uuid, int, timestamptz) from public;
grant execute on function def.leave_call_of_guardian(uuid, uuid, int, timestamptz) to attune_worker;

-- The accounts of the guardians who may join the calls of a session.
create function def.guardians_of_call(therapist uuid, session uuid) returns uuid[] language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  return array(select r.account_id from app.session_client sc
    join app.guardian_right r on r.therapist_id = sc.therapist_id and r.client_id = sc.client_id and r.kind = 'sessions' and r.since <= sc.starts_at
    where sc.therapist_id = therapist and sc.session_id = session and not sc.kept_from_guardians);
end $$;
comment on function def.guardians_of_call(uuid, uuid) is 'feature: call';
revoke all on function def.guardians_of_call(uuid, uuid) from public;
grant execute on function def.guardians_of_call(uuid, uuid) to attune_owner;

-- Announces changed calls to the therapist, to the clients of the session and to their guardians.
create or replace function def.change_video_call() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    values ('video_call', new.id, tg_op,
      array[new.therapist_id] || array(select c.account_id from app.session_client sc join app.client c on c.id = sc.client_id
        where sc.therapist_id = new.therapist_id and sc.session_id = new.session_id and c.account_id is not null)
        || def.guardians_of_call(new.therapist_id, new.session_id),
      jsonb_build_object('therapist_id', new.therapist_id, 'session_id', new.session_id));
  perform pg_notify('attune_change', '');
  return null;
end $$;

-- Announces who waits, joins and leaves: a client or guardian to the therapist and to that person, the therapist to all who may join.
create or replace function def.change_video_call_person() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    values ('video_call_person', new.call_id, tg_op,
      array[new.therapist_id] || case
        when new.guardian_id is not null then
          array(select g.account_id from app.guardian g where g.therapist_id = new.therapist_id and g.id = new.guardian_id and g.account_id is not null)
        else array(select c.account_id from app.session_client sc join app.client c on c.id = sc.client_id
            where sc.therapist_id = new.therapist_id and sc.session_id = new.session_id and c.account_id is not null
              and (new.client_id is null or c.id = new.client_id))
          || case when new.client_id is null then def.guardians_of_call(new.therapist_id, new.session_id) else '{}' end end,
      jsonb_build_object('therapist_id', new.therapist_id, 'session_id', new.session_id));
  perform pg_notify('attune_change', '');
  return null;
end $$;

set local role attune_owner;

-- A guardian neither reads the answer where somebody is, nor lets anybody in.
grant select, insert (id, therapist_id, session_id, started_at) on app.video_call to attune_app_guardian;
grant select (therapist_id, call_id, session_id, client_id, guardian_id, person_id, waiting_since, asked_to_wait_at, admitted_at, seen_at, removed_at,
    first_joined_at, last_left_at, seconds, call_name),
  insert (therapist_id, call_id, session_id, client_id, guardian_id, waiting_since, seen_at, whereabouts, call_name),
  update (waiting_since, seen_at, first_joined_at, last_left_at, seconds, whereabouts, call_name) on app.video_call_person to attune_app_guardian;
grant update (seconds, seen_at, last_left_at) on app.video_call_person to attune_app_definer;

create policy guardian_sees on app.video_call for select to attune_app_guardian
  using (exists (select from app.session_client sc where sc.session_id = video_call.session_id));
create policy guardian_starts on app.video_call for insert to attune_app_guardian
  with check (session_id = any ((select def.my_guarded_call_sessions())::uuid[]));

create policy guardian_sees on app.video_call_person for select to attune_app_guardian
  using (guardian_id = any ((select def.my_guardianships())::uuid[]));
create policy guardian_joins on app.video_call_person for insert to attune_app_guardian
  with check (guardian_id = any ((select def.my_guardianships())::uuid[]));
create policy guardian_joins_for on app.video_call_person as restrictive for insert to attune_app_guardian
  with check (exists (select from app.guardian_right r where r.therapist_id = video_call_person.therapist_id and r.client_id = video_call_person.client_id
    and r.kind = 'sessions'
    and exists (select from app.session_client sc where sc.session_id = video_call_person.session_id and sc.client_id = video_call_person.client_id)));
create policy guardian_takes_part on app.video_call_person as restrictive for insert to attune_app_guardian
  with check (session_id = any ((select def.my_guarded_call_sessions())::uuid[]));
create policy guardian_moves on app.video_call_person for update to attune_app_guardian
  using (guardian_id = any ((select def.my_guardianships())::uuid[]));
