-- Scored questionnaires that a therapist writes or imports. `content` is the draft; only a released version is sent.

create table app.measure (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  content jsonb not null check (jsonb_typeof(content) = 'object' and length(content::text) <= 4000000),
  revision int not null default 1 check (revision >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  unique (therapist_id, id)
);
comment on table app.measure is 'owner: therapist; erasure: delete; disconnect: keep; kept: few (a therapist has only some); feature: measure';

-- The released versions of a questionnaire. A version that was sent does not change any more.
create table app.measure_version (
  therapist_id uuid not null,
  measure_id uuid not null,
  version int not null check (version >= 1),
  -- The first version whose scores can be compared with those of this one.
  comparable_from int not null check (comparable_from between 1 and version),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  released_at timestamptz not null,
  -- When a task first got a copy.
  sent_at timestamptz,
  primary key (therapist_id, measure_id, version),
  foreign key (therapist_id, measure_id) references app.measure (therapist_id, id) on delete cascade
);
comment on table app.measure_version is 'owner: therapist; erasure: with app.measure; disconnect: keep; kept: with app.measure; feature: measure';

grant select, insert (id, therapist_id, content), update (content, revision, updated_at, removed_at)
  on app.measure to attune_app_therapist;
grant select, insert (therapist_id, measure_id, version, comparable_from, content, released_at), update (comparable_from, content, released_at)
  on app.measure_version to attune_app_therapist;
grant select, delete on app.measure to attune_app_definer;
grant select, update (sent_at) on app.measure_version to attune_app_definer;
grant select on app.measure, app.measure_version to attune_app_backup;

create policy therapist_keeps on app.measure for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.measure for all to attune_app_definer using (true);
create policy backup_reads on app.measure for select to attune_app_backup using (true);
alter table app.measure enable row level security, force row level security;
create policy therapist_keeps on app.measure_version for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.measure_version for all to attune_app_definer using (true);
create policy backup_reads on app.measure_version for select to attune_app_backup using (true);
alter table app.measure_version enable row level security, force row level security;

set local role attune_app_definer;

create function def.change_measure() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'measure', r.id, tg_op, array[r.therapist_id], jsonb_build_object('id', r.id, 'therapist_id', r.therapist_id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_measure() is 'feature: platform';
grant execute on function def.change_measure() to attune_owner;

-- A version that was sent stays as it was sent.
create function def.sent_measure_stays() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.sent_at is not null then
    raise exception using errcode = 'AT002', message = 'a version that was sent cannot be changed';
  end if;
  return new;
end $$;
comment on function def.sent_measure_stays() is 'feature: measure';
grant execute on function def.sent_measure_stays() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.measure referencing new table as changed for each statement execute function def.change_measure();
create trigger change_update after update on app.measure referencing new table as changed for each statement execute function def.change_measure();
create trigger sent_stays before update on app.measure_version for each row execute function def.sent_measure_stays();
