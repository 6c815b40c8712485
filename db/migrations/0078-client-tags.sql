-- A therapist's own labels on clients. They are a working aid and no part of the record: no client sees them, and they go with the account.

create table app.client_tag (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  name text not null check (length(name) between 1 and 40),
  color text check (color in ('sage', 'clay', 'amber', 'blue')),
  created_at timestamptz not null default now(),
  unique (therapist_id, id)
);
comment on table app.client_tag is 'owner: therapist; erasure: delete; disconnect: keep';
create unique index client_tag_name on app.client_tag (therapist_id, lower(name));

-- Which clients have a tag.
create table app.client_tag_client (
  therapist_id uuid not null,
  tag_id uuid not null,
  client_id uuid not null,
  primary key (tag_id, client_id),
  foreign key (therapist_id, tag_id) references app.client_tag (therapist_id, id) on delete cascade,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.client_tag_client is 'owner: therapist; erasure: with app.client_tag; disconnect: keep';
create index client_tag_client_tag on app.client_tag_client (therapist_id, tag_id);
create index client_tag_client_record on app.client_tag_client (therapist_id, client_id);

grant select, delete on app.client_tag, app.client_tag_client to attune_app_therapist;
grant insert (id, therapist_id, name, color), update (name, color) on app.client_tag to attune_app_therapist;
grant insert (therapist_id, tag_id, client_id) on app.client_tag_client to attune_app_therapist;
grant select, delete on app.client_tag to attune_app_definer;

set local role attune_app_definer;

-- A row in `change` for the therapist per changed row.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('client_tag', 'r.id', 'jsonb_build_object(''id'', r.id, ''therapist_id'', r.therapist_id)'),
    ('client_tag_client', 'r.tag_id', 'jsonb_build_object(''tag_id'', r.tag_id, ''client_id'', r.client_id, ''therapist_id'', r.therapist_id)')
  ) as v (name, row_id, keys) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        if tg_op = 'DELETE' then
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, array[r.therapist_id], %3$s from old_rows r;
        else
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, array[r.therapist_id], %3$s from new_rows r;
        end if;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.row_id, t.keys);
  end loop;
end $$;

set local role attune_owner;

create trigger change_update after update on app.client_tag referencing new table as new_rows for each statement execute function def.change_client_tag();

do $$
declare
  name text;
begin
  foreach name in array array['client_tag', 'client_tag_client'] loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_delete after delete on app.%1$I referencing old table as old_rows for each statement execute function def.change_%1$s()', name);
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;

create policy definer_deletes on app.client_tag for all to attune_app_definer using (true);
