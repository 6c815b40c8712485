-- The hour of therapy: session, its participants, its history. Nothing here holds a note: notes are tables of their own.

create table app.session (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  format text not null check (format in ('in-person', 'video', 'phone')),
  therapy_type text not null default 'individual' check (therapy_type in ('individual', 'couples', 'group', 'family')),
  location text not null default '' check (length(location) <= 200),
  status text not null check (status in ('pending', 'scheduled', 'confirmed', 'rescheduled', 'completed', 'cancelled', 'denied', 'no-show')),
  -- counts moves; with the id it names one state of the appointment to calendars and mails
  sequence int not null default 0,
  booked_anyway boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (therapist_id, id),
  check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours'),
  check (starts_at between '2000-01-01' and '2100-01-01'),
  -- Two sessions never hold one slot. Deferrable, so that a whole series can move past itself in one statement.
  constraint session_slot exclude using gist (therapist_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status in ('scheduled', 'confirmed', 'rescheduled') and not booked_anyway) deferrable initially immediate
);
comment on table app.session is 'owner: therapist';
create index session_by_start on app.session (therapist_id, starts_at desc, id);
create index session_called_off on app.session (therapist_id, starts_at desc, id) where status in ('cancelled', 'denied');

create table app.session_client (
  therapist_id uuid not null,
  session_id uuid not null,
  client_id uuid not null,
  -- a copy of the session's, so that a client's sessions are found in order without touching the session
  starts_at timestamptz not null,
  answer text not null default 'awaited' check (answer in ('awaited', 'accepted', 'declined')),
  attendance text check (attendance in ('attended', 'absent')),
  late_cancel boolean not null default false,
  primary key (session_id, client_id),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id) on delete cascade,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.session_client is 'owner: therapist';
create index session_client_by_start on app.session_client (client_id, starts_at desc, session_id);
create index session_client_session on app.session_client (therapist_id, session_id);
create index session_client_client on app.session_client (therapist_id, client_id, starts_at desc, session_id);

-- Every step that a session took. `command` is made by the client for one act: a repeat finds it here.
create table app.session_history (
  id bigint generated always as identity primary key,
  therapist_id uuid not null,
  session_id uuid not null,
  at timestamptz not null default now(),
  by_account uuid not null,
  by_role text not null check (by_role in ('therapist', 'client')),
  action text not null check (length(action) <= 30),
  from_status text,
  to_status text not null,
  starts_at_before timestamptz,
  starts_at_after timestamptz not null,
  reason text not null default '' check (length(reason) <= 500),
  command uuid not null,
  unique (therapist_id, command),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id) on delete cascade
);
comment on table app.session_history is 'owner: therapist';
create index session_history_session on app.session_history (therapist_id, session_id, id);

grant select (therapist_id, session_id, client_id) on app.session_client to attune_app_definer;
grant select (id, therapist_id, starts_at, ends_at, status) on app.session to attune_app_definer;

set local role attune_app_definer;

-- Locks a therapist's calendar for the transaction. The look for what is in the way is a statement of its own after it:
-- in one statement the look would use the snapshot from before the wait.
create function def.lock_calendar(therapist uuid) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if therapist <> app.actor_id()
     and not exists (select from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active') then
    return false;
  end if;
  perform from app.calendar c where c.therapist_id = therapist for update;
  return found;
end $$;
grant execute on function def.lock_calendar(uuid) to attune_app_therapist, attune_app_client;

set local role attune_owner;

grant select on app.session, app.session_client, app.session_history to attune_app_therapist;
grant select (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status, sequence, created_at, updated_at) on app.session to attune_app_client, attune_worker;
grant select (therapist_id, session_id, client_id, starts_at, answer) on app.session_client to attune_app_client, attune_worker;
grant select (id, therapist_id, session_id, at, by_role, action, from_status, to_status, starts_at_before, starts_at_after, reason, command) on app.session_history to attune_app_client;
grant insert (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status, booked_anyway) on app.session to attune_app_therapist;
grant update (starts_at, ends_at, format, location, status, sequence, booked_anyway, updated_at) on app.session to attune_app_therapist;
grant update (status, updated_at) on app.session to attune_app_client;
grant insert (therapist_id, session_id, client_id, starts_at, answer), update (starts_at, answer) on app.session_client to attune_app_therapist;
grant update (answer) on app.session_client to attune_app_client;
grant insert (therapist_id, session_id, by_account, by_role, action, from_status, to_status, starts_at_before, starts_at_after, reason, command)
  on app.session_history to attune_app_therapist, attune_app_client;

create policy therapist_keeps on app.session for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_sees on app.session for select to attune_app_client using (exists (select from app.session_client sc where sc.session_id = session.id));
create policy client_answers on app.session for update to attune_app_client using (exists (select from app.session_client sc where sc.session_id = session.id));
create policy worker_sees on app.session for select to attune_worker using (therapist_id = (select app.actor_id()));

create policy therapist_keeps on app.session_client for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_sees on app.session_client for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
create policy client_answers on app.session_client for update to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
create policy worker_sees on app.session_client for select to attune_worker using (therapist_id = (select app.actor_id()));

create policy therapist_keeps on app.session_history for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_sees on app.session_history for select to attune_app_client using (exists (select from app.session_client sc where sc.session_id = session_history.session_id));
create policy client_writes on app.session_history for insert to attune_app_client with check (exists (select from app.session_client sc where sc.session_id = session_history.session_id));

do $$
declare
  name text;
begin
  foreach name in array array['session', 'session_client', 'session_history'] loop
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
  foreach name in array array['session', 'session_client'] loop
    execute format('create policy definer_reads on app.%I for select to attune_app_definer using (true)', name);
  end loop;
end $$;
