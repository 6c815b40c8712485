-- Couples, families and groups with a name. Their members are clients of one therapist, each from a day on and until another.

create table app.client_group (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  type text not null check (type in ('couple', 'family', 'group')),
  name text not null check (length(name) between 1 and 80),
  -- The highest number of members at the same time.
  member_limit int not null check (member_limit between 1 and case type when 'couple' then 2 else 12 end),
  -- The session type that the form of a new session proposes.
  type_id uuid,
  -- Whether the members see each other's first names, which those of a group never do.
  shows_names boolean not null default false check (not (shows_names and type = 'group')),
  -- Whether clients see the name on their sessions with the group.
  shares_name boolean not null default false,
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  unique (therapist_id, id),
  foreign key (therapist_id, type_id) references app.session_type (therapist_id, id)
);
comment on table app.client_group is 'owner: therapist; erasure: keep (record: sessions name their group); disconnect: keep; kept: few (a therapist has only some); feature: group';
create index client_group_type on app.client_group (therapist_id, type_id);

create table app.client_group_member (
  id uuid primary key,
  therapist_id uuid not null,
  group_id uuid not null,
  client_id uuid not null,
  joined_on date not null,
  -- The first day on which the client is no longer a member. Null for a current member.
  left_on date check (left_on >= joined_on),
  created_at timestamptz not null default now(),
  foreign key (therapist_id, group_id) references app.client_group (therapist_id, id) on delete cascade,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  exclude using gist (therapist_id with =, group_id with =, client_id with =, daterange(joined_on, left_on) with &&)
);
comment on table app.client_group_member is 'owner: therapist; erasure: keep (record: who was in a group); disconnect: delete; kept: few (a group has at most 12 members at once); feature: group';
create index client_group_member_group on app.client_group_member (therapist_id, group_id);
create index client_group_member_client on app.client_group_member (therapist_id, client_id);

alter table app.session no force row level security;
alter table app.client_group no force row level security;
alter table app.session add column group_id uuid,
  add constraint session_group foreign key (therapist_id, group_id) references app.client_group (therapist_id, id);
alter table app.session force row level security;
create index session_by_group on app.session (therapist_id, group_id, starts_at);

grant insert (group_id) on app.session to attune_app_therapist;
grant insert (group_id), select (group_id) on app.session to attune_worker;
grant select (group_id) on app.session to attune_app_client, attune_app_definer;

grant select on app.client_group, app.client_group_member to attune_app_therapist;
grant insert (id, therapist_id, type, name, member_limit, type_id, shows_names, shares_name),
  update (name, member_limit, type_id, shows_names, shares_name, archived_at, version) on app.client_group to attune_app_therapist;
grant insert (id, therapist_id, group_id, client_id, joined_on), update (left_on) on app.client_group_member to attune_app_therapist;
grant select (id, therapist_id, name) on app.client_group to attune_app_client;
grant select (id, therapist_id, shows_names, shares_name, archived_at) on app.client_group to attune_app_definer;
grant select, delete on app.client_group_member to attune_app_definer;
grant select on app.client_group, app.client_group_member to attune_app_backup;

set local role attune_app_definer;

-- Returns the groups whose name the therapist shares, and with which the acting client has or had a session.
create function def.my_shared_groups() returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select coalesce(array_agg(distinct g.id), '{}')
  from app.session_client sc join app.session s on s.therapist_id = sc.therapist_id and s.id = sc.session_id
    join app.client_group g on g.therapist_id = s.therapist_id and g.id = s.group_id
  where sc.client_id = any (def.my_records()) and g.shares_name);
end $$;
comment on function def.my_shared_groups() is 'feature: group';
grant execute on function def.my_shared_groups() to attune_app_client;

set local role attune_owner;

create policy therapist_keeps on app.client_group for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_sees on app.client_group for select to attune_app_client
  using (id = any ((select def.my_shared_groups())::uuid[]));
create policy definer_reads on app.client_group for select to attune_app_definer using (true);
create policy backup_reads on app.client_group for select to attune_app_backup using (true);
alter table app.client_group enable row level security, force row level security;

create policy therapist_keeps on app.client_group_member for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_deletes on app.client_group_member for all to attune_app_definer using (true);
create policy backup_reads on app.client_group_member for select to attune_app_backup using (true);
alter table app.client_group_member enable row level security, force row level security;

create view app.group_name with (security_invoker = true) as
  select id, therapist_id, name from app.client_group;
comment on view app.group_name is 'the name of a group for its therapist, and for clients with whom it is shared; feature: group';
grant select on app.group_name to attune_app_therapist, attune_app_client;

create view app.group_names_shown with (security_invoker = true) as
  select id, therapist_id, shows_names from app.client_group;
comment on view app.group_names_shown is 'whether the members of a couple or a family see the first names of each other; feature: group';
grant select on app.group_names_shown to attune_app_definer;

set local role attune_app_definer;

-- Returns the first names of the other participants of a couple or family for the acting client, unless its therapist has switched them off.
create or replace function def.companions_in(session uuid) returns text[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select coalesce(array_agg(c.first_name order by c.first_name), '{}')
  from app.session s join app.session_client o on o.session_id = s.id join app.client c on c.id = o.client_id
  where s.id = companions_in.session and s.therapy_type in ('couples', 'family') and not o.client_id = any (def.my_records()) and o.answer <> 'declined'
    and not exists (select from app.group_names_shown g where g.therapist_id = s.therapist_id and g.id = s.group_id and not g.shows_names)
    and exists (select from app.session_client me where me.session_id = s.id and me.client_id = any (def.my_records())));
end $$;

-- Whether all of these clients are members of a group of the acting therapist on a day, and the group is not archived. Null if the group is not theirs.
create function def.are_group_members(of_group uuid, clients uuid[], on_day date) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select g.archived_at is null and not exists (select from unnest(clients) c (id) where not exists (
      select from app.client_group_member m where m.therapist_id = g.therapist_id and m.group_id = g.id and m.client_id = c.id
        and m.joined_on <= on_day and (m.left_on is null or on_day < m.left_on)))
    from app.client_group g where g.id = of_group and g.therapist_id = app.actor_id());
end $$;
comment on function def.are_group_members(uuid, uuid[], date) is 'feature: group';
grant execute on function def.are_group_members(uuid, uuid[], date) to attune_app_therapist;

-- Announces each changed group or membership to its therapist.
create function def.change_client_group() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'client_group', r.id, tg_op, array[r.therapist_id], jsonb_build_object('id', r.id, 'therapist_id', r.therapist_id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_client_group() is 'feature: platform';
grant execute on function def.change_client_group() to attune_owner;

create function def.change_client_group_member() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'client_group_member', r.id, tg_op, array[r.therapist_id], jsonb_build_object('group_id', r.group_id, 'therapist_id', r.therapist_id)
    from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_client_group_member() is 'feature: platform';
grant execute on function def.change_client_group_member() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.client_group referencing new table as changed for each statement execute function def.change_client_group();
create trigger change_update after update on app.client_group referencing new table as changed for each statement execute function def.change_client_group();
create trigger change_insert after insert on app.client_group_member
  referencing new table as changed for each statement execute function def.change_client_group_member();
create trigger change_update after update on app.client_group_member
  referencing new table as changed for each statement execute function def.change_client_group_member();
create trigger change_delete after delete on app.client_group_member
  referencing old table as changed for each statement execute function def.change_client_group_member();
