-- while no server runs: a server of the version before uses the columns by their old names.
-- Columns and a function get the words of the glossary: an entry is moved to the trash, a task is submitted, the record of a client is paused.
alter table app.journal_entry rename column binned_at to trashed_at;
alter table app.task_answer rename column handed_in_at to submitted_at;
alter index app.journal_entry_bin rename to journal_entry_trash;

set local role attune_app_definer;

-- Whether the record of a client is inactive, or is not one of the caller's own.
alter function def.task_rests(uuid, uuid) rename to is_record_paused;

-- Postgres renames a column in indexes, grants and policies, but not in the body of a function. These three are as before.
create or replace function def.share_entry(entry uuid, readers uuid[], by_command uuid, moment timestamptz, out outcome text, out fresh uuid[])
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_entry record;
begin
  perform from app.client c where c.account_id = app.actor_id() and c.therapist_id = any (readers) order by c.id for share;
  select e.trashed_at into found_entry from app.journal_entry e where e.id = entry and e.account_id = app.actor_id() for update;
  if not found then outcome := 'not-found'; return; end if;
  insert into app.journal_act (account_id, command, entry_id, at) values (app.actor_id(), by_command, entry, moment)
    on conflict (account_id, command) do nothing;
  if not found then
    outcome := case when exists (select from app.journal_act a where a.account_id = app.actor_id() and a.command = by_command and a.entry_id = entry)
      then 'repeated' else 'conflict' end;
    return;
  end if;
  if found_entry.trashed_at is not null then outcome := 'in-bin'; return; end if;
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

create or replace function def.purge_entries(before timestamptz) returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entries uuid[];
begin
  entries := array(select e.id from app.journal_entry e where e.trashed_at < before order by e.id limit 500 for update skip locked);
  perform def.erase_entries(entries);
  return query select unnest(entries);
end $$;

create or replace function def.usage_counts() returns table (type text, count bigint, bytes bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select p.role || 's', count(*), null::bigint from app.profile p where p.email <> '' group by p.role
    union all select 'records', count(*), null from app.client c
    union all select 'sessions', count(*), null from app.session s
    union all select 'messages', count(*), null from app.message m where m.deleted_at is null
    union all select 'tasks', count(*), null from app.task t
    union all select 'entries', count(*), null from app.journal_entry e where e.trashed_at is null
    union all select 'invoices', count(*), null from app.invoice i
    union all select f.kind, count(*), sum(f.size)::bigint from app.file f where f.state = 'ready' group by f.kind
    union all select 'documents', (select count(*) from app.invoice_document d) + (select count(*) from app.estimate_document d)
        + (select count(*) from app.superbill_document d),
      pg_total_relation_size('app.invoice_document') + pg_total_relation_size('app.estimate_document') + pg_total_relation_size('app.superbill_document')
    union all select 'database', null, sum(pg_total_relation_size(k.oid))::bigint from pg_class k join pg_namespace n on n.oid = k.relnamespace
      where k.relkind in ('r', 'm') and n.nspname in ('app', 'auth', 'jobs', 'meta');
end $$;
