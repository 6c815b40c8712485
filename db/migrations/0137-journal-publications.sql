-- Therapists read the published version of a shared entry. What its author writes after publishing reaches them only by the next publication.

create table app.journal_publication (
  account_id uuid not null,
  entry_id uuid not null,
  -- the version of the entry that was published
  version int not null,
  title text not null check (length(title) <= 200),
  content jsonb not null,
  excerpt text not null check (length(excerpt) <= 200),
  mood int check (mood between 1 and 5),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  written_at timestamptz not null,
  published_at timestamptz not null,
  primary key (account_id, entry_id),
  foreign key (account_id, entry_id) references app.journal_entry (account_id, id) on delete cascade
);
comment on table app.journal_publication is
  'owner: account; erasure: with app.journal_entry; disconnect: keep by def.journal_connection_over (deleted with the last share)';

-- The files of the published version, in their order. A file belongs to one entry at most.
create table app.journal_published_file (
  account_id uuid not null,
  entry_id uuid not null,
  file_id uuid not null,
  place int not null check (place between 0 and 9),
  primary key (account_id, file_id),
  foreign key (account_id, entry_id) references app.journal_publication (account_id, entry_id) on delete cascade,
  foreign key (account_id, file_id) references app.file (account_id, id)
);
comment on table app.journal_published_file is
  'owner: account; erasure: with app.journal_publication; disconnect: keep by def.journal_connection_over (deleted with the publication)';
create index journal_published_file_entry on app.journal_published_file (account_id, entry_id, place);

-- Every entry that is shared today is published as it is.
alter table app.journal_entry no force row level security;
alter table app.journal_share no force row level security;
alter table app.journal_file no force row level security;
alter table app.file no force row level security;
insert into app.journal_publication (account_id, entry_id, version, title, content, excerpt, mood, tags, written_at, published_at)
  select e.account_id, e.id, e.version, e.title, e.content, e.excerpt, e.mood, e.tags, e.written_at, e.updated_at
  from app.journal_entry e where exists (select from app.journal_share s where s.account_id = e.account_id and s.entry_id = e.id);
insert into app.journal_published_file (account_id, entry_id, file_id, place)
  select f.account_id, f.entry_id, f.file_id, f.place
  from app.journal_file f join app.journal_publication p on p.account_id = f.account_id and p.entry_id = f.entry_id;
alter table app.file force row level security;
alter table app.journal_file force row level security;
alter table app.journal_share force row level security;
alter table app.journal_entry force row level security;

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────
-- The working copy belongs to its author alone.
drop policy therapist_reads on app.journal_entry;
drop policy therapist_reads on app.journal_file;
revoke select (id, account_id, title, content, excerpt, mood, tags, written_at, updated_at, version) on app.journal_entry from attune_app_therapist;
revoke select on app.journal_file from attune_app_therapist;
-- Saving changes nothing for a therapist; `def.publish_entry` marks the entry as new for them.
drop policy client_renews on app.journal_share;
revoke update (fresh_at, is_new) on app.journal_share from attune_app_client;

grant select on app.journal_publication, app.journal_published_file to attune_app_client, attune_app_therapist;
create policy client_reads on app.journal_publication for select to attune_app_client using (account_id = (select app.actor_id()));
create policy client_reads on app.journal_published_file for select to attune_app_client using (account_id = (select app.actor_id()));
create policy therapist_reads on app.journal_publication for select to attune_app_therapist
  using (exists (select from app.journal_share s where s.entry_id = journal_publication.entry_id));
create policy therapist_reads on app.journal_published_file for select to attune_app_therapist
  using (exists (select from app.journal_share s where s.entry_id = journal_published_file.entry_id));

grant select (title, content, excerpt, mood, tags, written_at, version) on app.journal_entry to attune_app_definer;
grant update (fresh_at) on app.journal_share to attune_app_definer;
grant select, delete, insert (account_id, entry_id, version, title, content, excerpt, mood, tags, written_at, published_at),
  update (version, title, content, excerpt, mood, tags, written_at, published_at) on app.journal_publication to attune_app_definer;
grant select, delete, insert (account_id, entry_id, file_id, place), update (place) on app.journal_published_file to attune_app_definer;

set local role attune_app_definer;

-- Replaces the published version of an entry by its working copy, and gives its readers the files of this version and no others. The caller
-- has locked the entry.
create function def.put_publication(owner uuid, entry uuid, moment timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.journal_publication (account_id, entry_id, version, title, content, excerpt, mood, tags, written_at, published_at)
    select e.account_id, e.id, e.version, e.title, e.content, e.excerpt, e.mood, e.tags, e.written_at, moment
    from app.journal_entry e where e.account_id = owner and e.id = entry
    on conflict (account_id, entry_id) do update set version = excluded.version, title = excluded.title, content = excluded.content,
      excerpt = excluded.excerpt, mood = excluded.mood, tags = excluded.tags, written_at = excluded.written_at, published_at = excluded.published_at;
  delete from app.file_reader r using app.journal_published_file p
    where p.account_id = owner and p.entry_id = entry and r.account_id = owner and r.file_id = p.file_id and r.reader_id <> owner
      and not exists (select from app.journal_file f where f.account_id = owner and f.entry_id = entry and f.file_id = p.file_id);
  delete from app.journal_published_file p where p.account_id = owner and p.entry_id = entry
    and not exists (select from app.journal_file f where f.account_id = owner and f.entry_id = entry and f.file_id = p.file_id);
  insert into app.journal_published_file (account_id, entry_id, file_id, place)
    select f.account_id, f.entry_id, f.file_id, f.place from app.journal_file f where f.account_id = owner and f.entry_id = entry
    on conflict (account_id, file_id) do update set place = excluded.place;
  insert into app.file_reader (account_id, file_id, reader_id)
    select p.account_id, p.file_id, s.therapist_id
    from app.journal_published_file p join app.journal_share s on s.account_id = p.account_id and s.entry_id = p.entry_id
    where p.account_id = owner and p.entry_id = entry
    on conflict do nothing;
end $$;

-- Publishes the working copy of an entry of the actor for those who can read the entry.
-- `outcome`: published, repeated (this version is published), not-found, not-shared, changed (the working copy has another version).
create function def.publish_entry(entry uuid, of_version int, moment timestamptz, out outcome text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  known record;
begin
  select e.version into known from app.journal_entry e where e.id = entry and e.account_id = app.actor_id() for update;
  if not found then outcome := 'not-found'; return; end if;
  if not exists (select from app.journal_share s where s.account_id = app.actor_id() and s.entry_id = entry) then
    outcome := 'not-shared';
    return;
  end if;
  if known.version <> of_version then outcome := 'changed'; return; end if;
  if exists (select from app.journal_publication p where p.account_id = app.actor_id() and p.entry_id = entry and p.version = of_version) then
    outcome := 'repeated';
    return;
  end if;
  perform def.put_publication(app.actor_id(), entry, moment);
  update app.journal_share s set is_new = true, fresh_at = moment where s.account_id = app.actor_id() and s.entry_id = entry;
  outcome := 'published';
end $$;

-- As before; the files that readers lose are those of the published version, which ends with the last share.
create or replace function def.end_journal_shares(owner uuid, reader uuid, entry uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- A concurrent share or publication of one of these entries has committed, or waits.
  perform from app.journal_entry e where e.account_id = owner and (entry is null or e.id = entry)
    and exists (select from app.journal_share s where s.account_id = owner and s.entry_id = e.id and (reader is null or s.therapist_id = reader))
    order by e.id for update;
  delete from app.file_reader r using app.journal_share s, app.journal_published_file f
    where s.account_id = owner and (reader is null or s.therapist_id = reader) and (entry is null or s.entry_id = entry)
      and f.account_id = owner and f.entry_id = s.entry_id and r.account_id = owner and r.file_id = f.file_id and r.reader_id = s.therapist_id;
  delete from app.notification n using app.journal_share s
    where s.account_id = owner and (reader is null or s.therapist_id = reader) and (entry is null or s.entry_id = entry)
      and n.account_id = s.therapist_id and n.kind = 'entry-shared' and n.related_id = s.entry_id and not n.is_read;
  update app.mail m set state = 'dropped' from app.journal_share s
    where s.account_id = owner and (reader is null or s.therapist_id = reader) and (entry is null or s.entry_id = entry)
      and m.subject_id = s.entry_id and m.kind = 'entry-shared' and m.account_id = s.therapist_id and m.state = 'waiting';
  delete from app.journal_share s where s.account_id = owner and (reader is null or s.therapist_id = reader) and (entry is null or s.entry_id = entry);
  delete from app.journal_publication p where p.account_id = owner and (entry is null or p.entry_id = entry)
    and not exists (select from app.journal_share s where s.account_id = owner and s.entry_id = p.entry_id);
end $$;

-- As before; the first share publishes the entry, and a further therapist reads the version that is published.
create or replace function def.share_entry(entry uuid, readers uuid[], by_command uuid, moment timestamptz, out outcome text, out fresh uuid[])
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_entry record;
begin
  perform from app.client c where c.account_id = app.actor_id() and c.therapist_id = any (readers) order by c.id for share;
  select e.binned_at into found_entry from app.journal_entry e where e.id = entry and e.account_id = app.actor_id() for update;
  if not found then outcome := 'not-found'; return; end if;
  insert into app.journal_act (account_id, command, entry_id, at) values (app.actor_id(), by_command, entry, moment)
    on conflict (account_id, command) do nothing;
  if not found then
    outcome := case when exists (select from app.journal_act a where a.account_id = app.actor_id() and a.command = by_command and a.entry_id = entry)
      then 'repeated' else 'conflict' end;
    return;
  end if;
  if found_entry.binned_at is not null then outcome := 'in-bin'; return; end if;
  fresh := array(select distinct r from unnest(readers) r
    where not exists (select from app.journal_share s where s.therapist_id = r and s.entry_id = entry));
  if exists (select from unnest(fresh) r where not exists (select from app.client c
      where c.therapist_id = r and c.account_id = app.actor_id() and c.status = 'active' and c.disconnected_at is null)) then
    outcome := 'not-connected';
    return;
  end if;
  insert into app.journal_share (account_id, entry_id, therapist_id, shared_at, fresh_at) select app.actor_id(), entry, r, moment, moment from unnest(fresh) r;
  if not exists (select from app.journal_publication p where p.account_id = app.actor_id() and p.entry_id = entry) then
    perform def.put_publication(app.actor_id(), entry, moment);
  else
    insert into app.file_reader (account_id, file_id, reader_id)
      select f.account_id, f.file_id, r from app.journal_published_file f, unnest(fresh) r where f.account_id = app.actor_id() and f.entry_id = entry
      on conflict do nothing;
  end if;
  outcome := 'shared';
end $$;

-- A row in `change` per changed row. The author alone learns that the working copy changed; those who can read the entry learn of a publication.
create or replace function def.change_journal_entry() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'journal_entry', r.id, tg_op, array[r.account_id], jsonb_build_object('id', r.id) from old_rows r;
  else
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'journal_entry', r.id, tg_op, array[r.account_id], jsonb_build_object('id', r.id) from new_rows r;
  end if;
  perform pg_notify('attune_change', '');
  return null;
end $$;
create function def.change_journal_publication() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'journal_publication', r.entry_id, tg_op, array[r.account_id], jsonb_build_object('entry_id', r.entry_id) from old_rows r;
  else
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'journal_publication', r.entry_id, tg_op,
        array[r.account_id] || array(select s.therapist_id from app.journal_share s where s.account_id = r.account_id and s.entry_id = r.entry_id),
        jsonb_build_object('entry_id', r.entry_id) from new_rows r;
  end if;
  perform pg_notify('attune_change', '');
  return null;
end $$;

grant execute on function def.change_journal_publication() to attune_owner;
grant execute on function def.publish_entry(uuid, int, timestamptz) to attune_app_client;

set local role attune_owner;

do $$
declare
  name text;
begin
  execute 'create trigger change_insert after insert on app.journal_publication referencing new table as new_rows for each statement execute function def.change_journal_publication()';
  execute 'create trigger change_update after update on app.journal_publication referencing new table as new_rows for each statement execute function def.change_journal_publication()';
  execute 'create trigger change_delete after delete on app.journal_publication referencing old table as old_rows for each statement execute function def.change_journal_publication()';
  foreach name in array array['journal_publication', 'journal_published_file'] loop
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
