-- What clients write for themselves, whom they let read it, and what those write back.

create table app.journal_entry (
  id uuid primary key,
  account_id uuid not null references app.profile (account_id) on delete cascade,
  title text not null check (length(title) <= 200),
  -- a document of the contract, never HTML
  content jsonb not null,
  -- its first words, for lists
  excerpt text not null check (length(excerpt) <= 200),
  -- title, text and tags without capitals and accents: what a search looks into
  folded text not null check (length(folded) <= 80000),
  mood int check (mood between 1 and 5),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  -- as its author says
  written_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  -- since then it lies in the bin
  binned_at timestamptz,
  unique (account_id, id)
);
comment on table app.journal_entry is 'owner: account';
create index journal_entry_latest on app.journal_entry (account_id, written_at desc, id desc) where binned_at is null;
create index journal_entry_bin on app.journal_entry (account_id, binned_at desc, id desc) where binned_at is not null;

-- A therapist who may read an entry: a live view. It needs a record that joins the two; that is looked at as the transaction ends, for an
-- account may go over from one record to another.
create table app.journal_share (
  account_id uuid not null,
  entry_id uuid not null,
  therapist_id uuid not null,
  shared_at timestamptz not null,
  -- when it was shared or last changed
  fresh_at timestamptz not null,
  -- not read yet, or changed since
  is_new boolean not null default true,
  primary key (therapist_id, entry_id),
  foreign key (account_id, entry_id) references app.journal_entry (account_id, id) on delete cascade,
  foreign key (therapist_id, account_id) references app.client (therapist_id, account_id) deferrable initially deferred
);
comment on table app.journal_share is 'owner: account';
create index journal_share_entry on app.journal_share (account_id, entry_id);
create index journal_share_latest on app.journal_share (therapist_id, fresh_at desc, entry_id desc);
create index journal_share_client on app.journal_share (therapist_id, account_id, fresh_at desc, entry_id desc);
create index journal_share_new on app.journal_share (therapist_id) where is_new;

-- Files of an entry, in their order. A file hangs on one entry at most.
create table app.journal_file (
  account_id uuid not null,
  entry_id uuid not null,
  file_id uuid not null,
  place int not null check (place between 0 and 9),
  primary key (account_id, file_id),
  foreign key (account_id, entry_id) references app.journal_entry (account_id, id) on delete cascade,
  foreign key (account_id, file_id) references app.file (account_id, id)
);
comment on table app.journal_file is 'owner: account';
create index journal_file_entry on app.journal_file (account_id, entry_id, place);

-- What a therapist answers; its client and that therapist read it, no other therapist.
create table app.journal_reply (
  id uuid primary key,
  account_id uuid not null,
  entry_id uuid not null,
  therapist_id uuid not null references app.calendar (therapist_id),
  text text not null check (length(text) between 1 and 5000),
  at timestamptz not null,
  foreign key (account_id, entry_id) references app.journal_entry (account_id, id) on delete cascade
);
comment on table app.journal_reply is 'owner: account';
create index journal_reply_entry on app.journal_reply (account_id, entry_id, at);
create index journal_reply_therapist on app.journal_reply (therapist_id, entry_id);

-- What a therapist remarks for their own record: no role but the therapist's has any grant here. It stands after the entry is gone.
create table app.journal_comment (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  entry_id uuid not null,
  text text not null check (length(text) between 1 and 5000),
  at timestamptz not null,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.journal_comment is 'owner: therapist';
create index journal_comment_entry on app.journal_comment (therapist_id, entry_id, at);
create index journal_comment_client on app.journal_comment (therapist_id, client_id);

-- Acts that have taken effect: one that arrives late does not share again what was revoked meanwhile.
create table app.journal_act (
  account_id uuid not null,
  command uuid not null,
  entry_id uuid not null,
  at timestamptz not null,
  primary key (account_id, command),
  foreign key (account_id, entry_id) references app.journal_entry (account_id, id) on delete cascade
);
comment on table app.journal_act is 'owner: account';
create index journal_act_entry on app.journal_act (account_id, entry_id);

create table app.journal_setting (
  account_id uuid primary key references app.profile (account_id) on delete cascade,
  prompts boolean not null default true,
  updated_at timestamptz not null default now()
);
comment on table app.journal_setting is 'owner: account';

alter table app.notification drop constraint notification_related_type_check;
alter table app.notification add constraint notification_related_type_check
  check (related_type in ('user', 'session', 'client', 'task', 'entry'));

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────
grant select, delete, insert (id, account_id, title, content, excerpt, folded, mood, tags, written_at, created_at, updated_at, version),
  update (title, content, excerpt, folded, mood, tags, written_at, updated_at, version, binned_at) on app.journal_entry to attune_app_client;
grant select (account_id, entry_id, therapist_id, shared_at), update (fresh_at, is_new) on app.journal_share to attune_app_client;
grant select, delete, insert (account_id, entry_id, file_id, place), update (place) on app.journal_file to attune_app_client;
grant select on app.journal_reply to attune_app_client;
grant select, insert (account_id, prompts), update (prompts, updated_at) on app.journal_setting to attune_app_client;
create policy client_keeps on app.journal_entry for all to attune_app_client using (account_id = (select app.actor_id()));
create policy client_sees on app.journal_share for select to attune_app_client using (account_id = (select app.actor_id()));
create policy client_renews on app.journal_share for update to attune_app_client using (account_id = (select app.actor_id()));
create policy client_keeps on app.journal_file for all to attune_app_client using (account_id = (select app.actor_id()));
create policy client_reads on app.journal_reply for select to attune_app_client using (account_id = (select app.actor_id()));
create policy client_keeps on app.journal_setting for all to attune_app_client using (account_id = (select app.actor_id()));

grant select (id, account_id, title, content, excerpt, mood, tags, written_at, updated_at, version) on app.journal_entry to attune_app_therapist;
grant select, update (is_new) on app.journal_share to attune_app_therapist;
grant select on app.journal_file, app.journal_reply to attune_app_therapist;
grant select, delete, insert (id, therapist_id, client_id, entry_id, text, at) on app.journal_comment to attune_app_therapist;
create policy therapist_reads on app.journal_entry for select to attune_app_therapist
  using (exists (select from app.journal_share s where s.entry_id = journal_entry.id));
create policy therapist_sees on app.journal_share for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_marks on app.journal_share for update to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_reads on app.journal_file for select to attune_app_therapist
  using (exists (select from app.journal_share s where s.entry_id = journal_file.entry_id));
create policy therapist_reads on app.journal_reply for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_keeps on app.journal_comment for all to attune_app_therapist using (therapist_id = (select app.actor_id()));

-- A mail that speaks of an entry asks whether it is still shared, or answered.
grant select (therapist_id, entry_id) on app.journal_share to attune_worker;
grant select (account_id, entry_id) on app.journal_reply to attune_worker;
create policy worker_sees on app.journal_share for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy worker_sees on app.journal_reply for select to attune_worker using (account_id = (select app.actor_id()));

grant select (id, account_id, binned_at), update (binned_at), delete on app.journal_entry to attune_app_definer;
grant select, insert (account_id, entry_id, therapist_id, shared_at, fresh_at), update (is_new), delete on app.journal_share to attune_app_definer;
grant select on app.journal_file to attune_app_definer;
grant select (account_id, command, entry_id), insert (account_id, command, entry_id, at) on app.journal_act to attune_app_definer;
grant select (id, account_id, entry_id, therapist_id), insert (id, account_id, entry_id, therapist_id, text, at) on app.journal_reply to attune_app_definer;
grant select (account_id, kind, related_type, related_id, is_read), delete on app.notification to attune_app_definer;
grant select (account_id) on app.mail to attune_app_definer;

set local role attune_app_definer;

-- Ends shares of an account: of one entry or of all, with one therapist or with all; and with them what was told of them and not read yet.
create function def.end_journal_shares(owner uuid, reader uuid, entry uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Whoever adds a file to one of these entries at this moment has done so, or waits.
  perform from app.journal_entry e where e.account_id = owner and (entry is null or e.id = entry)
    and exists (select from app.journal_share s where s.account_id = owner and s.entry_id = e.id and (reader is null or s.therapist_id = reader))
    order by e.id for update;
  delete from app.file_reader r using app.journal_share s, app.journal_file f
    where s.account_id = owner and (reader is null or s.therapist_id = reader) and (entry is null or s.entry_id = entry)
      and f.account_id = owner and f.entry_id = s.entry_id and r.account_id = owner and r.file_id = f.file_id and r.reader_id = s.therapist_id;
  delete from app.notification n using app.journal_share s
    where s.account_id = owner and (reader is null or s.therapist_id = reader) and (entry is null or s.entry_id = entry)
      and n.account_id = s.therapist_id and n.kind = 'entry-shared' and n.related_id = s.entry_id and not n.is_read;
  update app.mail m set state = 'dropped' from app.journal_share s
    where s.account_id = owner and (reader is null or s.therapist_id = reader) and (entry is null or s.entry_id = entry)
      and m.subject_id = s.entry_id and m.kind = 'entry-shared' and m.account_id = s.therapist_id and m.state = 'waiting';
  delete from app.journal_share s where s.account_id = owner and (reader is null or s.therapist_id = reader) and (entry is null or s.entry_id = entry);
end $$;

-- The same for an entry of the actor.
create function def.revoke_entry(entry uuid, reader uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.end_journal_shares(app.actor_id(), reader, entry);
end $$;

-- Lets therapists read an entry of the actor, files included. Whoever ends a connection at this moment has done so, or waits.
-- `outcome`: shared, repeated, not-found, conflict (the command was another's), in-bin, not-connected; `fresh`: those who could not read it before.
create function def.share_entry(entry uuid, readers uuid[], by_command uuid, moment timestamptz, out outcome text, out fresh uuid[])
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
  insert into app.file_reader (account_id, file_id, reader_id)
    select f.account_id, f.file_id, r from app.journal_file f, unnest(fresh) r where f.account_id = app.actor_id() and f.entry_id = entry
    on conflict do nothing;
  outcome := 'shared';
end $$;

-- The acting therapist's answer to an entry that they may read. `owner`: whose entry it is, null where they may not; sent twice it is not `fresh`.
create function def.reply_to_entry(reply uuid, entry uuid, words text, moment timestamptz, out owner uuid, out fresh boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select s.account_id into owner from app.journal_share s where s.therapist_id = app.actor_id() and s.entry_id = entry for key share;
  if owner is null then return; end if;
  insert into app.journal_reply (id, account_id, entry_id, therapist_id, text, at) values (reply, owner, entry, app.actor_id(), words, moment)
    on conflict (id) do nothing;
  fresh := found;
end $$;

-- Removes for ever what has lain in a bin since before a moment, whosever it is; returns how many entries. Bytes go with the sweep of files.
create function def.empty_bins(before timestamptz) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entries uuid[];
  files uuid[];
begin
  entries := array(select e.id from app.journal_entry e where e.binned_at < before order by e.id limit 500 for update skip locked);
  files := array(select f.file_id from app.journal_file f where f.entry_id = any (entries));
  delete from app.journal_entry e where e.id = any (entries);
  delete from app.file f where f.id = any (files);
  return cardinality(entries);
end $$;

-- With a connection ends what was shared by it, unless the account has gone over to another record of the same therapist.
create function def.journal_connection_over() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app.client c where c.therapist_id = old.therapist_id and c.account_id = old.account_id and c.disconnected_at is null) then
    perform def.end_journal_shares(old.account_id, old.therapist_id, null);
  end if;
  return null;
end $$;

-- With the profile goes the journal, before the files that hang on it.
create function def.journal_gone() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.end_journal_shares(old.account_id, null, null);
  delete from app.journal_entry e where e.account_id = old.account_id;
  return old;
end $$;

-- A row in `change` per changed row. Of an entry learn its author and those who may read it; of what a therapist marks or remarks, the therapist.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('journal_entry', 'r.id', 'array[r.account_id] || array(select s.therapist_id from app.journal_share s where s.entry_id = r.id and s.account_id = r.account_id)',
      'jsonb_build_object(''id'', r.id)'),
    ('journal_share', 'r.entry_id', 'case tg_op when ''UPDATE'' then array[r.therapist_id] else array[r.account_id, r.therapist_id] end',
      'jsonb_build_object(''entry_id'', r.entry_id, ''therapist_id'', r.therapist_id)'),
    ('journal_reply', 'r.id', 'array[r.account_id, r.therapist_id]', 'jsonb_build_object(''id'', r.id, ''entry_id'', r.entry_id)'),
    ('journal_comment', 'r.id', 'array[r.therapist_id]', 'jsonb_build_object(''id'', r.id, ''entry_id'', r.entry_id)')
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

grant execute on function def.journal_connection_over(), def.journal_gone() to attune_owner;
grant execute on function def.revoke_entry(uuid, uuid), def.share_entry(uuid, uuid[], uuid, timestamptz) to attune_app_client;
grant execute on function def.reply_to_entry(uuid, uuid, text, timestamptz) to attune_app_therapist;
grant execute on function def.empty_bins(timestamptz) to attune_worker;

set local role attune_owner;

-- Triggers of one event run by their names: these come before those that hold the foreign keys.
create constraint trigger "Journal_connection_over" after update on app.client deferrable initially deferred for each row
  when (old.account_id is not null and (new.account_id is distinct from old.account_id or old.disconnected_at is null and new.disconnected_at is not null))
  execute function def.journal_connection_over();
create constraint trigger "Journal_connection_gone" after delete on app.client deferrable initially deferred for each row
  when (old.account_id is not null) execute function def.journal_connection_over();
create trigger journal_gone before delete on app.profile for each row execute function def.journal_gone();
-- Of whoever became a therapist the profile stays without an address when the account is closed; the journal does not.
create trigger journal_gone_too after update of email on app.profile for each row when (new.email = '' and old.email <> '')
  execute function def.journal_gone();

do $$
declare
  name text;
begin
  foreach name in array array['journal_entry', 'journal_share', 'journal_reply', 'journal_comment'] loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_delete after delete on app.%1$I referencing old table as old_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_update after update on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
  end loop;
  foreach name in array array['journal_entry', 'journal_share', 'journal_file', 'journal_reply', 'journal_act'] loop
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
  end loop;
  foreach name in array array['journal_entry', 'journal_share', 'journal_file', 'journal_reply', 'journal_comment', 'journal_act', 'journal_setting'] loop
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
