-- Files of people: a file belongs to the account that sent it, and is read by those who have a row for it.

create table app.file (
  id uuid primary key,
  account_id uuid not null references app.profile (account_id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  -- as it was wished at first, and told from the bytes once they were looked at
  kind text not null check (kind in ('image', 'pdf', 'audio', 'video')),
  type text check (length(type) <= 100),
  size int not null check (size between 1 and 110000000),
  -- of the bytes that are kept
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'uploading' check (state in ('uploading', 'checking', 'ready', 'refused', 'quarantined')),
  refusal text check (length(refusal) <= 40),
  width int check (width between 1 and 100000),
  height int check (height between 1 and 100000),
  -- as the browser that recorded it has told
  seconds int check (seconds between 0 and 86400),
  has_thumbnail boolean not null default false,
  created_at timestamptz not null default now(),
  -- when its last byte came
  complete_at timestamptz,
  unique (account_id, id),
  check (state <> 'ready' or (type is not null and sha256 is not null)),
  check ((refusal is not null) = (state in ('refused', 'quarantined')))
);
comment on table app.file is 'owner: account';
create index file_of_account on app.file (account_id, created_at);

-- Who may read a file. Its owner has a row too, made with the file.
create table app.file_reader (
  account_id uuid not null,
  file_id uuid not null,
  reader_id uuid not null,
  primary key (reader_id, file_id),
  foreign key (account_id, file_id) references app.file (account_id, id) on delete cascade
);
comment on table app.file_reader is 'owner: account';
create index file_reader_file on app.file_reader (account_id, file_id);

-- Files whose row is gone, until their bytes are.
create table app.file_gone (
  account_id uuid not null,
  file_id uuid not null,
  at timestamptz not null default now(),
  primary key (file_id)
);
comment on table app.file_gone is 'owner: account';

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────
grant select, insert (id, account_id, name, kind, size, seconds, created_at), delete on app.file to attune_app_therapist, attune_app_client;
grant select on app.file_reader to attune_app_therapist, attune_app_client;
do $$
declare
  role text;
begin
  foreach role in array array['therapist', 'client'] loop
    execute format('create policy %1$s_reads on app.file for select to attune_app_%1$s using (exists (select from app.file_reader r where r.file_id = file.id))', role);
    execute format('create policy %1$s_sends on app.file for insert to attune_app_%1$s with check (account_id = (select app.actor_id()))', role);
    execute format('create policy %1$s_drops on app.file for delete to attune_app_%1$s using (account_id = (select app.actor_id()))', role);
    execute format('create policy %1$s_reads on app.file_reader for select to attune_app_%1$s using (reader_id = (select app.actor_id()))', role);
  end loop;
end $$;

-- The worker takes the bytes in and looks at them.
grant select, update (kind, type, size, sha256, state, refusal, width, height, has_thumbnail, complete_at), delete on app.file to attune_worker;
create policy worker_keeps on app.file for all to attune_worker using (account_id = (select app.actor_id()));

grant select, delete on app.file to attune_app_definer;
grant select, insert (account_id, file_id, reader_id), delete on app.file_reader to attune_app_definer;
grant select, insert (account_id, file_id), delete on app.file_gone to attune_app_definer;
do $$
declare
  name text;
begin
  foreach name in array array['file', 'file_reader', 'file_gone'] loop
    execute format('create policy definer_reads on app.%I for select to attune_app_definer using (true)', name);
    execute format('create policy definer_removes on app.%I for delete to attune_app_definer using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
  foreach name in array array['file_reader', 'file_gone'] loop
    execute format('create policy definer_writes on app.%I for insert to attune_app_definer with check (true)', name);
  end loop;
end $$;

set local role attune_app_definer;

-- A file is born with its owner as its reader, and leaves a row behind by which its bytes are found.
create function def.file_born() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.file_reader (account_id, file_id, reader_id) select n.account_id, n.id, n.account_id from new_rows n;
  return null;
end $$;
create function def.file_gone() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.file_gone (account_id, file_id) select o.account_id, o.id from old_rows o on conflict do nothing;
  return null;
end $$;

-- With an account goes what it was let read.
create function def.reader_gone() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.file_reader r using old_rows o where r.reader_id = o.account_id;
  return null;
end $$;

-- Lets others read files of the actor, and takes that away again; the owner always reads. `readers` null: everybody else.
create function def.file_let_read(file_ids uuid[], readers uuid[]) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.file_reader (account_id, file_id, reader_id)
    select f.account_id, f.id, r from app.file f, unnest(readers) r where f.id = any (file_ids) and f.account_id = app.actor_id()
    on conflict do nothing;
end $$;
create function def.file_withdraw(file_ids uuid[], readers uuid[]) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.file_reader r where r.file_id = any (file_ids) and r.account_id = app.actor_id() and r.reader_id <> r.account_id
    and (readers is null or r.reader_id = any (readers));
end $$;

-- Removes files of the actor; their bytes go with the next sweep. One that a table still names is not removed (23503).
create function def.file_drop(file_ids uuid[]) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.file f where f.id = any (file_ids) and f.account_id = app.actor_id();
end $$;

-- Files that came to an end before a moment, or never did, and that no table names: a table that keeps files has a foreign key to this one.
-- Ids alone, whosever they are.
create function def.files_loose(before timestamptz) returns table (id uuid, account_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  named text;
begin
  select string_agg(format(' and not exists (select from %s u where %s)', k.conrelid::regclass, (
      select string_agg(format('u.%I = f.%I', mine.attname, its.attname), ' and ')
      from unnest(k.conkey, k.confkey) pair (mine_no, its_no)
      join pg_attribute mine on mine.attrelid = k.conrelid and mine.attnum = pair.mine_no
      join pg_attribute its on its.attrelid = k.confrelid and its.attnum = pair.its_no)), '')
    into named from pg_constraint k
    where k.contype = 'f' and k.confrelid = 'app.file'::regclass and k.conrelid <> 'app.file_reader'::regclass;
  return query execute 'select f.id, f.account_id from app.file f where coalesce(f.complete_at, f.created_at) < $1' || coalesce(named, '') || ' limit 1000' using before;
end $$;

-- Uploads that nobody brought to an end although something names them.
create function def.files_unfinished(before timestamptz) returns table (id uuid, account_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select f.id, f.account_id from app.file f where f.state = 'uploading' and f.created_at < before limit 1000;
end $$;

-- Files that wait to be looked at for longer than a job does.
create function def.files_waiting(before timestamptz) returns table (id uuid, account_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select f.id, f.account_id from app.file f where f.state = 'checking' and f.complete_at < before limit 1000;
end $$;

-- Whose bytes are still to be removed, and that they were.
create function def.files_gone() returns table (id uuid) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select g.file_id from app.file_gone g limit 1000;
end $$;
create function def.files_removed(file_ids uuid[]) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.file_gone g where g.file_id = any (file_ids);
end $$;

-- Readers follow the state of a file; whoever loses one learns of it at once.
create function def.change_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'file', n.id, 'UPDATE', array(select r.reader_id from app.file_reader r where r.account_id = n.account_id and r.file_id = n.id),
      jsonb_build_object('id', n.id, 'state', n.state) from new_rows n;
  perform pg_notify('attune_change', '');
  return null;
end $$;
create function def.change_file_reader() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'file_reader', o.file_id, 'DELETE', array[o.reader_id], jsonb_build_object('file_id', o.file_id) from old_rows o;
  perform pg_notify('attune_change', '');
  return null;
end $$;

grant execute on function def.file_born(), def.file_gone(), def.reader_gone(), def.change_file(), def.change_file_reader() to attune_owner;
grant execute on function def.file_let_read(uuid[], uuid[]), def.file_withdraw(uuid[], uuid[]), def.file_drop(uuid[])
  to attune_app_therapist, attune_app_client, attune_worker;
grant execute on function def.files_loose(timestamptz), def.files_unfinished(timestamptz), def.files_waiting(timestamptz), def.files_gone(), def.files_removed(uuid[])
  to attune_worker;

set local role attune_owner;

create trigger born after insert on app.file referencing new table as new_rows for each statement execute function def.file_born();
create trigger gone after delete on app.file referencing old table as old_rows for each statement execute function def.file_gone();
create trigger readers_gone after delete on app.profile referencing old table as old_rows for each statement execute function def.reader_gone();
create trigger change_update after update on app.file referencing new table as new_rows for each statement execute function def.change_file();
create trigger change_delete after delete on app.file_reader referencing old table as old_rows for each statement execute function def.change_file_reader();

select jobs.create_queue('file-check', '{"policy": "standard", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 60, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');
