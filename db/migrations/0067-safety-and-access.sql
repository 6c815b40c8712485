-- What a client has written for hard hours, whom of its therapists it lets read and write in it, and who has opened what of a client.

create table app.safety_plan (
  account_id uuid primary key references app.profile (account_id) on delete cascade,
  warning_signs text[] not null default '{}' check (cardinality(warning_signs) <= 20),
  what_helps text[] not null default '{}' check (cardinality(what_helps) <= 20),
  -- [{name, phone}], as the contract has them
  people jsonb not null default '[]',
  professionals jsonb not null default '[]',
  -- whose numbers are shown; null: chosen from the zone
  country text check (country ~ '^[A-Z]{2}$'),
  -- 0: nothing was written yet
  version int not null default 0,
  updated_at timestamptz not null default now(),
  -- the account that wrote last
  updated_by uuid,
  -- whether it may be kept readable on the client's devices, under the lock too
  offline boolean not null default false
);
comment on table app.safety_plan is 'owner: account';

-- A therapist who may read the plan and write in it. It needs a record that joins the two.
create table app.safety_plan_share (
  account_id uuid not null,
  therapist_id uuid not null,
  shared_at timestamptz not null default now(),
  primary key (account_id, therapist_id),
  foreign key (account_id) references app.safety_plan (account_id) on delete cascade,
  foreign key (therapist_id, account_id) references app.client (therapist_id, account_id) on delete cascade
);
comment on table app.safety_plan_share is 'owner: account';
create index safety_plan_share_therapist on app.safety_plan_share (therapist_id, account_id);

-- Who opened what of a client: one row for each reader, thing and quarter of an hour. Kinds and ids, never text.
create table app.access (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references app.profile (account_id) on delete cascade,
  reader_id uuid not null,
  thing text not null check (length(thing) <= 40),
  thing_id uuid not null,
  at timestamptz not null,
  slot timestamptz not null,
  constraint access_once unique (account_id, reader_id, thing, thing_id, slot)
);
comment on table app.access is 'owner: account';
create index access_latest on app.access (account_id, at desc, id desc);
create index access_of_thing on app.access (account_id, thing, thing_id, at desc);
create trigger access_append_only before update on app.access for each row execute function app.refuse_change();

-- What is opened again within the quarter of an hour is written down once, also in the log that nobody of the app can read.
create unique index audit_opened on app.audit (actor_id, thing, thing_id, action, (date_bin('15 minutes', at, timestamptz 'epoch')))
  where action = 'open' and thing in ('session-texts', 'task-answer', 'journal-entry', 'file', 'safety-plan', 'brief');

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────
grant select on app.safety_plan, app.safety_plan_share, app.access to attune_app_client;
grant insert (account_id, warning_signs, what_helps, people, professionals, country, version, updated_at, updated_by, offline),
  update (warning_signs, what_helps, people, professionals, country, version, updated_at, updated_by, offline) on app.safety_plan to attune_app_client;
create policy client_keeps on app.safety_plan for all to attune_app_client using (account_id = (select app.actor_id()));
create policy client_sees on app.safety_plan_share for select to attune_app_client using (account_id = (select app.actor_id()));
create policy client_sees on app.access for select to attune_app_client using (account_id = (select app.actor_id()));

-- Whether it lies on the client's devices is no therapist's affair.
grant select (account_id, warning_signs, what_helps, people, professionals, country, version, updated_at, updated_by),
  update (warning_signs, what_helps, people, professionals, country, version, updated_at, updated_by) on app.safety_plan to attune_app_therapist;
grant select on app.safety_plan_share to attune_app_therapist;
create policy therapist_reads on app.safety_plan for select to attune_app_therapist using (exists (select from app.safety_plan_share h where h.account_id = safety_plan.account_id));
create policy therapist_writes on app.safety_plan for update to attune_app_therapist using (exists (select from app.safety_plan_share h where h.account_id = safety_plan.account_id));
create policy therapist_sees on app.safety_plan_share for select to attune_app_therapist using (therapist_id = (select app.actor_id()));

grant select (account_id), insert (account_id), delete on app.safety_plan to attune_app_definer;
grant select, insert (account_id, therapist_id), delete on app.safety_plan_share to attune_app_definer;
grant select, insert (account_id, reader_id, thing, thing_id, at, slot), delete on app.access to attune_app_definer;

set local role attune_app_definer;

-- The acting client lets a therapist read the plan and write in it, or ends that. Whoever disconnects at this moment waits, or this does.
create function def.share_safety_plan(therapist uuid, shared boolean) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.disconnected_at is null for update;
  if not found then return false; end if;
  if shared then
    insert into app.safety_plan (account_id) values (app.actor_id()) on conflict (account_id) do nothing;
    insert into app.safety_plan_share (account_id, therapist_id) values (app.actor_id(), therapist) on conflict (account_id, therapist_id) do nothing;
  else
    delete from app.safety_plan_share h where h.account_id = app.actor_id() and h.therapist_id = therapist;
  end if;
  return true;
end $$;
grant execute on function def.share_safety_plan(uuid, boolean) to attune_app_client;

-- With the connection ends what was shared by it.
create function def.end_safety_share() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.safety_plan_share h where h.therapist_id = old.therapist_id and h.account_id = old.account_id;
  return new;
end $$;
grant execute on function def.end_safety_share() to attune_owner;

-- Writes down for the clients concerned that the acting therapist opened something of theirs. `kind` says what the ids are of; what
-- belongs to no client of this therapist leaves nothing.
create function def.leave_lines(opened text, kind text, ids uuid[], moment timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if kind = 'client' then
    perform def.leave_line(opened, c.id, c.account_id, moment) from app.client c where c.therapist_id = app.actor_id() and c.id = any (ids);
  elsif kind = 'clients' then
    perform def.leave_line(opened, c.id, c.account_id, moment) from app.client c where c.therapist_id = app.actor_id() order by c.account_id;
  elsif kind = 'session' then
    perform def.leave_line(opened, s.session_id, c.account_id, moment) from app.session_client s join app.client c on c.id = s.client_id
      where s.therapist_id = app.actor_id() and s.session_id = any (ids) and s.answer <> 'declined';
  elsif kind = 'task' then
    perform def.leave_line(opened, t.id, c.account_id, moment) from app.task t join app.client c on c.id = t.client_id
      where t.therapist_id = app.actor_id() and t.id = any (ids);
  elsif kind = 'entry' then
    perform def.leave_line(opened, e.id, e.account_id, moment) from app.journal_entry e where e.id = any (ids);
  elsif kind = 'file' then
    perform def.leave_line(opened, f.id, f.account_id, moment) from app.file f where f.id = any (ids);
  else
    raise exception 'unknown kind of thing' using errcode = 'invalid_parameter_value';
  end if;
end $$;

create function def.leave_line(opened text, opened_id uuid, account uuid, moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.access (account_id, reader_id, thing, thing_id, at, slot)
    select account, app.actor_id(), opened, opened_id, moment, date_bin('15 minutes', moment, timestamptz 'epoch')
    where exists (select from app.client c where c.therapist_id = app.actor_id() and c.account_id = account)
    on conflict on constraint access_once do nothing;
end $$;
grant execute on function def.leave_lines(text, text, uuid[], timestamptz) to attune_app_therapist;

-- A row in `change` per changed row: to the client, and of the plan to those who may read it.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('safety_plan', 'r.account_id', 'array[r.account_id] || array(select h.therapist_id from app.safety_plan_share h where h.account_id = r.account_id)', 'jsonb_build_object(''account_id'', r.account_id)'),
    ('safety_plan_share', 'r.account_id', 'array[r.account_id, r.therapist_id]', 'jsonb_build_object(''account_id'', r.account_id, ''therapist_id'', r.therapist_id)'),
    ('access', 'r.id', 'array[r.account_id]', 'jsonb_build_object(''id'', r.id)')
  ) as v (name, row_id, audience, keys) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        if tg_op = 'DELETE' then
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, %3$s, %4$s from old_rows r;
        else
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, %3$s, %4$s from new_rows r;
        end if;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.row_id, t.audience, t.keys);
  end loop;
end $$;

set local role attune_owner;

create trigger safety_share_ends before update on app.client for each row
  when (old.account_id is not null and (new.account_id is distinct from old.account_id or old.disconnected_at is null and new.disconnected_at is not null))
  execute function def.end_safety_share();

do $$
declare
  t record;
begin
  for t in select * from (values ('safety_plan', true), ('safety_plan_share', false), ('access', false)) as v (name, changes) loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', t.name);
    execute format('create trigger change_delete after delete on app.%1$I referencing old table as old_rows for each statement execute function def.change_%1$s()', t.name);
    if t.changes then
      execute format('create trigger change_update after update on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', t.name);
    end if;
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', t.name);
    execute format('grant select on app.%I to attune_app_backup', t.name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', t.name);
    execute format('alter table app.%I enable row level security, force row level security', t.name);
  end loop;
end $$;
