-- What a therapist offers: session types, who may book them, and the rules by which a booking is confirmed at once.

create table app.session_type (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  name text not null check (length(name) between 1 and 80),
  duration_minutes int not null check (duration_minutes between 1 and 1440),
  format text not null check (format in ('in-person', 'video', 'phone')),
  -- Empty for the usual location.
  location text not null default '' check (length(location) <= 200),
  color text not null check (color in ('sage', 'clay', 'amber', 'blue')),
  -- Null for the buffer of the booking rules.
  buffer_before int check (buffer_before between 0 and 240),
  buffer_after int check (buffer_after between 0 and 240),
  service_id uuid,
  -- Which clients may request it: those before their first completed session, and those after it.
  offered_to_new boolean not null default false,
  offered_to_known boolean not null default false,
  position int not null default 0,
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  unique (therapist_id, id),
  foreign key (therapist_id, service_id) references app.service (therapist_id, id) on delete set null (service_id)
);
comment on table app.session_type is 'owner: therapist; erasure: keep (record: sessions name their type); disconnect: keep';
create index session_type_service on app.session_type (therapist_id, service_id);

-- A therapist's confirmation given in advance: clients of this status book this type at once. A rule never changes; it ends, and another one begins.
create table app.booking_rule (
  id uuid primary key default gen_random_uuid(),
  therapist_id uuid not null,
  type_id uuid not null,
  clients text not null check (clients in ('new', 'known')),
  began_at timestamptz not null,
  ended_at timestamptz,
  unique (therapist_id, id),
  foreign key (therapist_id, type_id) references app.session_type (therapist_id, id)
);
comment on table app.booking_rule is 'owner: therapist; erasure: keep (record: the history of sessions names the rule); disconnect: keep';
create unique index booking_rule_current on app.booking_rule (therapist_id, type_id, clients) where ended_at is null;
create index booking_rule_type on app.booking_rule (therapist_id, type_id);

alter table app.session no force row level security;
alter table app.session_type no force row level security;
alter table app.session add column type_id uuid,
  add constraint session_type_of_therapist foreign key (therapist_id, type_id) references app.session_type (therapist_id, id);
alter table app.session force row level security;
create index session_by_type on app.session (therapist_id, type_id);

alter table app.session_history no force row level security;
alter table app.booking_rule no force row level security;
alter table app.session_history add column rule_id uuid,
  add constraint session_history_rule foreign key (therapist_id, rule_id) references app.booking_rule (therapist_id, id);
alter table app.session_history force row level security;
create index session_history_by_rule on app.session_history (therapist_id, rule_id);

grant insert (type_id), update (type_id) on app.session to attune_app_therapist;
grant insert (type_id), select (type_id) on app.session to attune_worker;
grant insert (type_id, video_url, booked_at) on app.session to attune_app_definer;
grant insert (rule_id) on app.session_history to attune_app_client;

grant select on app.session_type, app.booking_rule to attune_app_therapist;
grant insert (id, therapist_id, name, duration_minutes, format, location, color, buffer_before, buffer_after, service_id, offered_to_new, offered_to_known, position),
  update (name, duration_minutes, format, location, color, buffer_before, buffer_after, service_id, offered_to_new, offered_to_known, position, archived_at, version)
  on app.session_type to attune_app_therapist;
grant insert (therapist_id, type_id, clients, began_at), update (ended_at) on app.booking_rule to attune_app_therapist;

grant select on app.session_type, app.booking_rule to attune_app_definer;
create policy definer_reads on app.session_type for select to attune_app_definer using (true);
create policy definer_reads on app.booking_rule for select to attune_app_definer using (true);
grant select (therapist_id, video_link) on app.session_terms to attune_app_definer;
create policy definer_reads on app.session_terms for select to attune_app_definer using (true);

set local role attune_app_definer;

-- The session types that the acting client may request now, each with the rule by which a booking is confirmed at once, if there is one. A client
-- without a completed session is new. The rule for new clients is for their first session: it ends while one is planned.
create function def.offered_session_types(therapist uuid)
returns table (id uuid, name text, duration_minutes int, format text, location text, buffer_before int, buffer_after int, rule_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
  is_known boolean;
  has_planned boolean;
begin
  select c.id into record from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active';
  if record is null then return; end if;
  select coalesce(bool_or(s.status = 'completed'), false), coalesce(bool_or(s.status in ('scheduled', 'confirmed', 'rescheduled')), false)
    into is_known, has_planned
    from app.session_client sc join app.session s on s.therapist_id = sc.therapist_id and s.id = sc.session_id
    where sc.therapist_id = therapist and sc.client_id = record and sc.answer <> 'declined';
  return query
    select t.id, t.name, t.duration_minutes, t.format, t.location, t.buffer_before, t.buffer_after, r.id
    from app.session_type t
      left join app.booking_rule r on r.therapist_id = t.therapist_id and r.type_id = t.id and r.ended_at is null
        and (r.clients = 'known' and is_known or r.clients = 'new' and not is_known and not has_planned)
    where t.therapist_id = therapist and t.archived_at is null and case when is_known then t.offered_to_known else t.offered_to_new end
    order by t.position, lower(t.name), t.id;
end $$;
grant execute on function def.offered_session_types(uuid) to attune_app_client;

-- Whether a type belongs to a therapist whose client the actor is, offered or not.
create function def.is_session_type(therapist uuid, type uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.session_type t join app.client c on c.therapist_id = t.therapist_id
    where t.id = type and t.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active');
end $$;
grant execute on function def.is_session_type(uuid, uuid) to attune_app_client;

-- Books a session type for the acting client by the therapist's rule, and returns the rule. Returns null if no rule applies. The caller has locked
-- the calendar and found the time free; `room` replaces {room} in the link of a video call.
create function def.book_session(wish uuid, therapist uuid, wished_type uuid, from_at timestamptz, place text, room text, moment timestamptz)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
  offer record;
begin
  perform from app.calendar c where c.therapist_id = therapist for update;
  select c.id into record from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active'
    and not def.is_disabled(c.therapist_id) for share;
  select o.* into offer from def.offered_session_types(therapist) o where o.id = wished_type;
  if record is null or offer.rule_id is null then return null; end if;
  insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status, type_id, booked_at, video_url)
    values (wish, therapist, from_at, from_at + make_interval(mins => offer.duration_minutes), offer.format, 'individual', place, 'confirmed',
      wished_type, moment, case when offer.format = 'video' then
        (select nullif(replace(x.video_link, '{room}', room), '') from app.session_terms x where x.therapist_id = therapist) end);
  insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) values (therapist, wish, record, from_at, 'accepted');
  return offer.rule_id;
end $$;
grant execute on function def.book_session(uuid, uuid, uuid, timestamptz, text, text, timestamptz) to attune_app_client;

-- Requests a session of a type that is offered to the acting client. Returns the client's record, or null if the type is not offered.
create function def.request_session_of_type(wish uuid, therapist uuid, wished_type uuid, from_at timestamptz, place text)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
  offer record;
begin
  select c.id into record from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active'
    and not def.is_disabled(c.therapist_id) for share;
  select o.* into offer from def.offered_session_types(therapist) o where o.id = wished_type;
  if record is null or offer.id is null then return null; end if;
  insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status, type_id)
    values (wish, therapist, from_at, from_at + make_interval(mins => offer.duration_minutes), offer.format, 'individual', place, 'pending', wished_type);
  insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) values (therapist, wish, record, from_at, 'accepted');
  return record;
end $$;
grant execute on function def.request_session_of_type(uuid, uuid, uuid, timestamptz, text) to attune_app_client;

-- A row in `change` for the therapist per changed type. The therapist's clients read the offered types and free times again.
create function def.change_session_type() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'session_type', r.id, tg_op, array[r.therapist_id], jsonb_build_object('id', r.id, 'therapist_id', r.therapist_id) from new_rows r;
  perform pg_notify('attune_change', '');
  perform def.tell_of_free_times(array(select r.therapist_id from new_rows r));
  return null;
end $$;
grant execute on function def.change_session_type() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.session_type referencing new table as new_rows for each statement execute function def.change_session_type();
create trigger change_update after update on app.session_type referencing new table as new_rows for each statement execute function def.change_session_type();

do $$
declare
  name text;
begin
  foreach name in array array['session_type', 'booking_rule'] loop
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
