-- The dashboard of admins: feedback that is done, the health of the system, counts and storage, and jobs that wait or have failed.

-- ── feedback ───────────────────────────────────────────────────────────────────────────────────────────────────
alter table app.feedback add column done_at timestamptz;
grant update (done_at) on app.feedback to attune_app_admin;
create policy admin_marks on app.feedback for update to attune_app_admin using (true);

-- ── health ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- The state of one part of the system at its latest check. `since` is the moment from which it has had this reason.
create table app.health (
  id uuid primary key default gen_random_uuid(),
  item text not null unique check (length(item) <= 40),
  reason text not null check (length(reason) <= 40),
  -- What the reason says about: a number, a share, a moment or a version. Never a text that a person wrote.
  figures jsonb not null default '{}' check (length(figures::text) <= 500),
  since timestamptz not null,
  checked_at timestamptz not null
);
comment on table app.health is 'owner: product; erasure: keep (names no one); disconnect: keep';
grant select on app.health to attune_app_admin;
grant select, insert (item, reason, figures, since, checked_at), update (reason, figures, since, checked_at), delete on app.health to attune_worker;
create policy admin_sees on app.health for select to attune_app_admin using (true);
create policy worker_checks on app.health for all to attune_worker using (true);
grant select on app.health to attune_app_backup;
create policy backup_reads on app.health for select to attune_app_backup using (true);
alter table app.health enable row level security, force row level security;

-- ── jobs ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- Failed jobs stay for 14 days, so that an admin can run them again. pg-boss inserts a job again when it fails.
create function app.keep_failed_job() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.deletion_seconds := greatest(new.deletion_seconds, 14 * 24 * 60 * 60);
  return new;
end $$;
create trigger keep_failed before insert or update of state on jobs.job_common for each row when (new.state = 'failed') execute function app.keep_failed_job();
create index job_failed on jobs.job_common (name, completed_on desc, id) where state = 'failed';

grant usage on schema jobs to attune_app_definer;
grant select (name, deletion_seconds) on jobs.queue to attune_app_definer;
-- Neither the payload of a job nor anything else that names a person.
grant select (id, name, state, retry_count, start_after, completed_on, keep_until, output),
  update (state, retry_limit, start_after, completed_on, keep_until, deletion_seconds, output) on jobs.job_common to attune_app_definer;

grant select (estimate_id) on app.estimate_document to attune_app_definer;
create policy definer_sees on app.estimate_document for select to attune_app_definer using (true);

set local role attune_app_definer;

-- How many jobs of each type are due, start later, run now and have failed, and since when.
create function def.job_counts() returns table (name text, waiting int, later int, running int, failed int, waiting_since timestamptz, failed_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select j.name,
      (count(*) filter (where j.state in ('created', 'retry') and j.start_after <= now()))::int,
      (count(*) filter (where j.state in ('created', 'retry') and j.start_after > now()))::int,
      (count(*) filter (where j.state = 'active'))::int,
      (count(*) filter (where j.state = 'failed'))::int,
      min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= now()),
      max(j.completed_on) filter (where j.state = 'failed')
    from jobs.job_common j where j.state in ('created', 'retry', 'active', 'failed') group by j.name;
end $$;
grant execute on function def.job_counts() to attune_app_admin;

-- The failed jobs of a type, the latest first. `reason` is one of the program's own codes.
create function def.failed_jobs(queue text, after_id uuid, most int) returns table (id uuid, failed_at timestamptz, attempts int, reason text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select j.id, j.completed_on, j.retry_count + 1,
      case j.output->'value'->>'message' when 'job timed out' then 'too-long' when 'job heartbeat timeout' then 'interrupted'
        else j.output->>'reason' end
    from jobs.job_common j
    where j.name = queue and j.state = 'failed'
      and (after_id is null or (j.completed_on, j.id) < (select l.completed_on, l.id from jobs.job_common l where l.name = queue and l.id = after_id))
    order by j.completed_on desc, j.id desc limit most;
end $$;
grant execute on function def.failed_jobs(text, uuid, int) to attune_app_admin;

-- Lets the failed jobs of a type, or one of them, run once more. Returns how many. A job that no longer is a failed one is left alone.
create function def.run_failed_jobs(queue text, job uuid) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed int;
begin
  update jobs.job_common j set state = 'retry', retry_limit = j.retry_count + 1, start_after = now(), completed_on = null,
      keep_until = greatest(j.keep_until, now() + interval '14 days'), deletion_seconds = q.deletion_seconds, output = null
    from jobs.queue q where q.name = j.name and j.name = queue and j.state = 'failed' and (job is null or j.id = job);
  get diagnostics changed = row_count;
  return changed;
end $$;
grant execute on function def.run_failed_jobs(text, uuid) to attune_app_admin;

-- ── counts and storage ─────────────────────────────────────────────────────────────────────────────────────────
-- How many things of each type there are, and how many bytes they take; null where that is not known.
create function def.usage_counts() returns table (type text, count bigint, bytes bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select p.role || 's', count(*), null::bigint from app.profile p where p.email <> '' group by p.role
    union all select 'records', count(*), null from app.client c
    union all select 'sessions', count(*), null from app.session s
    union all select 'messages', count(*), null from app.message m where m.deleted_at is null
    union all select 'tasks', count(*), null from app.task t
    union all select 'entries', count(*), null from app.journal_entry e where e.binned_at is null
    union all select 'invoices', count(*), null from app.invoice i
    union all select f.kind, count(*), sum(f.size)::bigint from app.file f where f.state = 'ready' group by f.kind
    union all select 'documents', (select count(*) from app.invoice_document d) + (select count(*) from app.estimate_document d)
        + (select count(*) from app.superbill_document d),
      pg_total_relation_size('app.invoice_document') + pg_total_relation_size('app.estimate_document') + pg_total_relation_size('app.superbill_document')
    union all select 'database', null, sum(pg_total_relation_size(k.oid))::bigint from pg_class k join pg_namespace n on n.oid = k.relnamespace
      where k.relkind in ('r', 'm') and n.nspname in ('app', 'auth', 'jobs', 'meta');
end $$;
grant execute on function def.usage_counts() to attune_app_admin;

-- What the provider of texts made of the latest texts of each channel: when it last accepted one, and since when it has refused them for reasons
-- that concern the setup instead of one number.
create function def.text_health(from_at timestamptz) returns table (channel text, accepted_at timestamptz, failing_since timestamptz, failures int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select l.channel, l.accepted_at,
      min(d.created_at) filter (where d.failed in ('misconfigured', 'limited', 'other')),
      (count(*) filter (where d.failed in ('misconfigured', 'limited', 'other')))::int
    from (select x.channel, max(x.asked_at) filter (where x.is_accepted) as accepted_at from app.delivery x where x.created_at > from_at group by x.channel) l
    join app.delivery d on d.channel = l.channel and d.created_at > greatest(from_at, l.accepted_at)
    group by l.channel, l.accepted_at;
end $$;
grant execute on function def.text_health(timestamptz) to attune_worker;

-- ── changes for the open pages of admins ───────────────────────────────────────────────────────────────────────
create function def.change_feedback() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'feedback', r.id, tg_op, array(select a from def.admins() a), jsonb_build_object('id', r.id) from changed_rows r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
grant execute on function def.change_feedback() to attune_owner;

-- Only a part that changes its state is announced; each check changes the row.
create function def.change_health() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'health', r.id, tg_op, array(select a from def.admins() a), jsonb_build_object('id', r.id) from changed_rows r;
  elsif tg_op = 'DELETE' then
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'health', r.id, tg_op, array(select a from def.admins() a), jsonb_build_object('id', r.id) from changed_rows r;
  else
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'health', r.id, tg_op, array(select a from def.admins() a), jsonb_build_object('id', r.id)
      from changed_rows r join old_rows o on o.id = r.id where r.reason <> o.reason;
  end if;
  if found then perform pg_notify('attune_change', ''); end if;
  return null;
end $$;
grant execute on function def.change_health() to attune_owner;

-- Admins learn of each account that is added, changed or removed. The changes of `profile` go to the account alone.
create function def.announce_accounts() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'account_list', r.account_id, tg_op, array(select a from def.admins() a), jsonb_build_object('id', r.account_id) from changed_rows r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
grant execute on function def.announce_accounts() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.feedback referencing new table as changed_rows for each statement execute function def.change_feedback();
create trigger change_update after update on app.feedback referencing new table as changed_rows for each statement execute function def.change_feedback();
create trigger change_delete after delete on app.feedback referencing old table as changed_rows for each statement execute function def.change_feedback();
create trigger change_insert after insert on app.health referencing new table as changed_rows for each statement execute function def.change_health();
create trigger change_update after update on app.health referencing new table as changed_rows old table as old_rows for each statement execute function def.change_health();
create trigger change_delete after delete on app.health referencing old table as changed_rows for each statement execute function def.change_health();
create trigger announce_insert after insert on app.profile referencing new table as changed_rows for each statement execute function def.announce_accounts();
create trigger announce_update after update on app.profile referencing new table as changed_rows for each statement execute function def.announce_accounts();
create trigger announce_delete after delete on app.profile referencing old table as changed_rows for each statement execute function def.announce_accounts();
