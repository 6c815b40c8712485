-- A person's export of their own data: at most one per account, made by a job, encrypted in the data folder with a key that only this row has.

create table app.personal_export (
  account_id uuid primary key,
  -- Changes with each new export, so that the file of an earlier one has another name.
  id uuid not null,
  role text not null check (role in ('therapist', 'client', 'admin')),
  started_at timestamptz not null,
  -- The parts that are finished, and how many there are.
  done int not null default 0 check (done >= 0),
  parts int not null default 0 check (parts >= done),
  ready_at timestamptz,
  failed_at timestamptz,
  reason text check (reason in ('NO_SPACE', 'FAILED')),
  bytes bigint check (bytes >= 0),
  -- The key of the file, its nonce, and the tag that proves that nobody has changed it (AES-256-GCM).
  key bytea not null check (length(key) = 32),
  nonce bytea not null check (length(nonce) = 12),
  tag bytea check (length(tag) = 16),
  check (ready_at is null or (failed_at is null and bytes is not null and tag is not null)),
  check ((failed_at is null) = (reason is null))
);
comment on table app.personal_export is 'owner: account; erasure: delete; disconnect: keep; kept: few (one row per account); feature: personal-export';

grant select on app.personal_export to attune_app_backup;
grant select, insert (account_id, id, role, started_at, key, nonce), update (done, parts, ready_at, failed_at, reason, bytes, tag), delete
  on app.personal_export to attune_app_therapist, attune_app_client, attune_app_admin;
grant select, delete on app.personal_export to attune_app_definer;
create policy therapist_keeps on app.personal_export for all to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_keeps on app.personal_export for all to attune_app_client using (account_id = (select app.actor_id()));
create policy admin_keeps on app.personal_export for all to attune_app_admin using (account_id = (select app.actor_id()));
create policy definer_erases on app.personal_export for all to attune_app_definer using (true);
create policy backup_reads on app.personal_export for select to attune_app_backup using (true);
alter table app.personal_export enable row level security, force row level security;

select jobs.create_queue('personal-export', '{"policy": "standard", "retryLimit": 5, "retryDelay": 10, "retryBackoff": true, "retryDelayMax": 300, "heartbeatSeconds": 10, "expireInSeconds": 14400, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');

set local role attune_app_definer;

-- Deletes exports that were started before the moment, and returns whose they were, so that the worker removes their files.
create function def.expire_personal_exports(moment timestamptz) returns table (account_id uuid, id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query delete from app.personal_export e where e.started_at < moment returning e.account_id, e.id;
end $$;
comment on function def.expire_personal_exports(timestamptz) is 'feature: personal-export';
revoke all on function def.expire_personal_exports(timestamptz) from public;
grant execute on function def.expire_personal_exports(timestamptz) to attune_worker;

-- Whose files the exports in the table are, so that the worker removes all others.
create function def.personal_export_files() returns table (account_id uuid, id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select e.account_id, e.id from app.personal_export e;
end $$;
comment on function def.personal_export_files() is 'feature: personal-export';
revoke all on function def.personal_export_files() from public;
grant execute on function def.personal_export_files() to attune_worker;

-- Announces the progress of an export to the pages of its person.
create function def.change_personal_export() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed app.personal_export := coalesce(new, old);
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    values ('personal_export', changed.id, tg_op, array[changed.account_id], jsonb_build_object('account_id', changed.account_id));
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_personal_export() is 'feature: platform';
grant execute on function def.change_personal_export() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.personal_export for each row execute function def.change_personal_export();
create trigger change_update after update on app.personal_export for each row execute function def.change_personal_export();
create trigger change_delete after delete on app.personal_export for each row execute function def.change_personal_export();

-- A job learns for whom it makes an export.
grant select (account_id, id, role) on app.personal_export to attune_worker;
create policy worker_sees on app.personal_export for select to attune_worker using (account_id = (select app.actor_id()));
