-- What the table is for.

create table app.new_table (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  unique (therapist_id, id)
);
comment on table app.new_table is 'owner: therapist; erasure: delete; disconnect: keep; export: settings; kept: until its therapist deletes it; feature: new-table';

grant select, delete, insert (id, therapist_id, name), update (name) on app.new_table to attune_app_therapist;
grant select, delete on app.new_table to attune_app_definer;
grant select on app.new_table to attune_app_backup;

create policy therapist_keeps on app.new_table for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_deletes on app.new_table for all to attune_app_definer using (true);
create policy backup_reads on app.new_table for select to attune_app_backup using (true);
alter table app.new_table enable row level security, force row level security;

-- The rest is for a table whose changes open pages show. Announces each changed row to its therapist.
set local role attune_app_definer;

create function def.change_new_table() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'new_table', r.id, tg_op, array[r.therapist_id], jsonb_build_object('id', r.id, 'therapist_id', r.therapist_id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_new_table() is 'feature: platform';
grant execute on function def.change_new_table() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.new_table referencing new table as changed for each statement execute function def.change_new_table();
create trigger change_update after update on app.new_table referencing new table as changed for each statement execute function def.change_new_table();
create trigger change_delete after delete on app.new_table referencing old table as changed for each statement execute function def.change_new_table();
