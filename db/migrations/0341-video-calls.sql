-- Video calls in Attune. The database keeps moments alone: no pictures, no sound, no addresses and no devices.

create table app.video_call (
  id uuid primary key,
  therapist_id uuid not null,
  session_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Whether the therapist lets the clients share their screen.
  clients_share boolean not null default false,
  unique (therapist_id, id, session_id),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id) on delete cascade
);
comment on table app.video_call is 'owner: therapist; erasure: keep (record: the times of sessions); disconnect: keep; kept: record; feature: call';
-- A session has one call at a time.
create unique index video_call_open on app.video_call (therapist_id, session_id) where ended_at is null;
create index video_call_of_session on app.video_call (therapist_id, session_id);

-- A person in a call. The admission of a client holds from `admitted_at`, if it is not before `waiting_since`, until ten minutes after `seen_at`.
create table app.video_call_person (
  therapist_id uuid not null,
  call_id uuid not null,
  session_id uuid not null,
  -- The record of the client; null for the therapist.
  client_id uuid,
  person_id uuid not null generated always as (coalesce(client_id, therapist_id)) stored,
  waiting_since timestamptz,
  -- The therapist has asked this person for five more minutes.
  asked_to_wait_at timestamptz,
  admitted_at timestamptz,
  -- The last sign of life, stored every half minute.
  seen_at timestamptz not null,
  removed_at timestamptz,
  first_joined_at timestamptz,
  last_left_at timestamptz,
  seconds int not null default 0 check (seconds >= 0),
  -- The answer to the question where the client is: for the therapist alone, erased 24 hours after the call.
  whereabouts text check (length(whereabouts) between 1 and 200),
  primary key (call_id, person_id),
  foreign key (therapist_id, call_id, session_id) references app.video_call (therapist_id, id, session_id) on delete cascade,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  -- The name by which the others in a group know the client, chosen before each call.
  call_name text check (length(call_name) between 1 and 40),
  check (client_id is not null or (whereabouts is null and call_name is null))
);
comment on table app.video_call_person is 'owner: therapist; erasure: keep (record: the times of sessions); disconnect: keep; kept: record (the answer where a client is for 24 hours); feature: call';
create index video_call_person_of_call on app.video_call_person (therapist_id, call_id, session_id);
create index video_call_person_of_client on app.video_call_person (therapist_id, client_id);
create index video_call_person_waiting on app.video_call_person (therapist_id) where waiting_since is not null;
create index video_call_person_whereabouts on app.video_call_person (therapist_id) where whereabouts is not null;

grant select, insert (id, therapist_id, session_id, started_at), update (ended_at, clients_share) on app.video_call to attune_app_therapist;
grant select, insert (therapist_id, call_id, session_id, admitted_at, seen_at),
  update (asked_to_wait_at, admitted_at, removed_at, seen_at, first_joined_at, last_left_at, seconds) on app.video_call_person to attune_app_therapist;
-- A client neither reads the answer where somebody is, nor lets anybody in.
grant select, insert (id, therapist_id, session_id, started_at) on app.video_call to attune_app_client;
grant select (therapist_id, call_id, session_id, client_id, person_id, waiting_since, asked_to_wait_at, admitted_at, seen_at, removed_at, first_joined_at,
    last_left_at, seconds, call_name), insert (therapist_id, call_id, session_id, client_id, waiting_since, seen_at, whereabouts, call_name),
  update (waiting_since, seen_at, first_joined_at, last_left_at, seconds, whereabouts, call_name) on app.video_call_person to attune_app_client;
grant select on app.video_call, app.video_call_person to attune_app_backup;
grant select, update (client_id, whereabouts) on app.video_call_person to attune_app_definer;
grant select, update (ended_at) on app.video_call to attune_app_definer;

set local role attune_app_definer;

-- The record with which the acting client takes part in a session: accepted, and connected with the therapist. Null if there is none.
create function def.my_part_in(session uuid) returns uuid language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select c.id from app.session_client sc join app.client c on c.id = sc.client_id
    where sc.session_id = session and sc.answer = 'accepted' and c.account_id = app.actor_id() and c.disconnected_at is null order by c.id limit 1);
end $$;
comment on function def.my_part_in(uuid) is 'feature: session';
revoke all on function def.my_part_in(uuid) from public;
grant execute on function def.my_part_in(uuid) to attune_app_client;

-- The sessions in which the acting client takes part.
create function def.my_call_sessions() returns uuid[] language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  return array(select sc.session_id from app.session_client sc join app.client c on c.id = sc.client_id
    where sc.answer = 'accepted' and c.account_id = app.actor_id() and c.disconnected_at is null);
end $$;
comment on function def.my_call_sessions() is 'feature: call';
revoke all on function def.my_call_sessions() from public;
grant execute on function def.my_call_sessions() to attune_app_client;

set local role attune_owner;

create policy therapist_keeps on app.video_call for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_sees on app.video_call for select to attune_app_client
  using (exists (select from app.session_client sc where sc.session_id = video_call.session_id));
create policy client_starts on app.video_call for insert to attune_app_client
  with check (session_id = any ((select def.my_call_sessions())::uuid[]));
create policy definer_ends on app.video_call for all to attune_app_definer using (true);
create policy backup_reads on app.video_call for select to attune_app_backup using (true);
alter table app.video_call enable row level security, force row level security;

create policy therapist_keeps on app.video_call_person for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_sees on app.video_call_person for select to attune_app_client
  using (client_id = any ((select def.my_records())::uuid[]));
create policy client_joins on app.video_call_person for insert to attune_app_client
  with check (client_id = any ((select def.my_records())::uuid[]));
create policy client_takes_part on app.video_call_person as restrictive for insert to attune_app_client
  with check (session_id = any ((select def.my_call_sessions())::uuid[]));
create policy client_moves on app.video_call_person for update to attune_app_client
  using (client_id = any ((select def.my_records())::uuid[]));
create policy definer_forgets on app.video_call_person for all to attune_app_definer using (true);
create policy backup_reads on app.video_call_person for select to attune_app_backup using (true);
alter table app.video_call_person enable row level security, force row level security;

set local role attune_app_definer;

-- Announces changed calls to the therapist and to the clients of the session.
create function def.change_video_call() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    values ('video_call', new.id, tg_op,
      array[new.therapist_id] || array(select c.account_id from app.session_client sc join app.client c on c.id = sc.client_id
        where sc.therapist_id = new.therapist_id and sc.session_id = new.session_id and c.account_id is not null),
      jsonb_build_object('therapist_id', new.therapist_id, 'session_id', new.session_id));
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_video_call() is 'feature: platform';
grant execute on function def.change_video_call() to attune_owner;

-- Announces who waits, joins and leaves: a client to the therapist and to that client, the therapist to all clients of the session.
create function def.change_video_call_person() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    values ('video_call_person', new.call_id, tg_op,
      array[new.therapist_id] || array(select c.account_id from app.session_client sc join app.client c on c.id = sc.client_id
        where sc.therapist_id = new.therapist_id and sc.session_id = new.session_id and c.account_id is not null
          and (new.client_id is null or c.id = new.client_id)),
      jsonb_build_object('therapist_id', new.therapist_id, 'session_id', new.session_id));
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_video_call_person() is 'feature: platform';
grant execute on function def.change_video_call_person() to attune_owner;

-- Whether the practice has fewer than `most` calls in which somebody was seen since the moment, for a person who takes part in the session. It names none.
create function def.may_start_call(session uuid, since timestamptz, most int) returns boolean language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.session s where s.id = session and (s.therapist_id = app.actor_id() or def.my_part_in(s.id) is not null))
    and most > (select count(*) from app.video_call c where c.ended_at is null and exists (select from app.video_call_person p
      where p.therapist_id = c.therapist_id and p.call_id = c.id and p.seen_at > since and p.last_left_at is null));
end $$;
comment on function def.may_start_call(uuid, timestamptz, int) is 'feature: call';
revoke all on function def.may_start_call(uuid, timestamptz, int) from public;
grant execute on function def.may_start_call(uuid, timestamptz, int) to attune_app_therapist, attune_app_client;

-- Whether the therapist of a session in which the acting client takes part was seen in its call since the moment.
create function def.is_therapist_in_call(session uuid, since timestamptz) returns boolean language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  return def.my_part_in(session) is not null
    and exists (select from app.video_call c join app.video_call_person p on p.therapist_id = c.therapist_id and p.call_id = c.id
      where c.session_id = session and c.ended_at is null and p.client_id is null and p.seen_at > since and p.last_left_at is null);
end $$;
comment on function def.is_therapist_in_call(uuid, timestamptz) is 'feature: call';
revoke all on function def.is_therapist_in_call(uuid, timestamptz) from public;
grant execute on function def.is_therapist_in_call(uuid, timestamptz) to attune_app_client;

-- Erases the answers where clients were, 24 hours after their last sign of life, and ends calls in which nobody was seen for that time.
create function def.forget_whereabouts(moment timestamptz, most int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  forgotten int;
begin
  update app.video_call_person p set whereabouts = null
    where (p.call_id, p.person_id) in (select o.call_id, o.person_id from app.video_call_person o
      where o.whereabouts is not null and o.seen_at <= moment - interval '24 hours' limit most);
  get diagnostics forgotten = row_count;
  update app.video_call c set ended_at = moment where c.id in (select o.id from app.video_call o
    where o.ended_at is null and o.started_at <= moment - interval '24 hours'
      and not exists (select from app.video_call_person p where p.call_id = o.id and p.seen_at > moment - interval '24 hours') limit most);
  return forgotten;
end $$;
comment on function def.forget_whereabouts(timestamptz, int) is 'feature: call';
revoke all on function def.forget_whereabouts(timestamptz, int) from public;
grant execute on function def.forget_whereabouts(timestamptz, int) to attune_worker;

set local role attune_owner;

create trigger change_insert after insert on app.video_call for each row execute function def.change_video_call();
create trigger change_update after update on app.video_call for each row execute function def.change_video_call();
create trigger change_insert after insert on app.video_call_person for each row execute function def.change_video_call_person();
create trigger change_update after update on app.video_call_person for each row
  when ((old.waiting_since, old.asked_to_wait_at, old.admitted_at, old.removed_at, old.first_joined_at, old.last_left_at)
    is distinct from (new.waiting_since, new.asked_to_wait_at, new.admitted_at, new.removed_at, new.first_joined_at, new.last_left_at))
  execute function def.change_video_call_person();
