-- What was erased for ever, for the list of erasures in the secrets folder of each server. Without it, a server with a folder of its own would not know what
-- the others have erased, and a restore there would bring that back. As in the list, a row has a keyed hash and no id.

create table app.erasure (
  hash text not null check (length(hash) between 1 and 64),
  -- Names the key of the hash without revealing it.
  key_name text not null check (length(key_name) between 1 and 16),
  at timestamptz not null,
  primary key (at, hash)
);
comment on table app.erasure is 'owner: product; erasure: keep (keyed hashes, names no one); disconnect: keep; kept: 400 days by def.delete_old_erasures (after the erasure); feature: platform';
alter table app.erasure enable row level security, force row level security;
grant select on app.erasure to attune_app_backup;
create policy backup_reads on app.erasure for select to attune_app_backup using (true);
grant select, delete on app.erasure to attune_app_definer;
create policy definer_sees on app.erasure for select to attune_app_definer using (true);
create policy definer_deletes on app.erasure for delete to attune_app_definer using (true);

-- A transaction adds what it erases.
grant insert (hash, key_name, at) on app.erasure to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker;
create policy therapist_adds on app.erasure for insert to attune_app_therapist with check (true);
create policy client_adds on app.erasure for insert to attune_app_client with check (true);
create policy admin_adds on app.erasure for insert to attune_app_admin with check (true);
create policy worker_adds on app.erasure for insert to attune_worker with check (true);

set local role attune_app_definer;

create function def.erasures_since(moment timestamptz) returns table (hash text, key_name text, at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select e.hash, e.key_name, e.at from app.erasure e where e.at >= moment order by e.at;
end $$;
comment on function def.erasures_since is 'feature: platform';
grant execute on function def.erasures_since to attune_worker;

create function def.delete_old_erasures(moment timestamptz, batch int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted int;
begin
  delete from app.erasure e where (e.at, e.hash) in (select o.at, o.hash from app.erasure o
    where o.at < moment - interval '400 days' order by o.at limit batch);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
comment on function def.delete_old_erasures is 'feature: platform';
grant execute on function def.delete_old_erasures to attune_worker;
