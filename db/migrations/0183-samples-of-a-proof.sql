-- What the proof of a backup reads of a restored database. The superuser of the single-user mode alone calls these functions.

set local role attune_app_definer;

-- Files that are ready, chosen at random, with the SHA-256 of their bytes.
create function def.sample_files(amount int) returns table (file_id uuid, file_sha256 text) language plpgsql
set search_path = pg_catalog, pg_temp as $$
begin
  return query select f.id, f.sha256 from app.file f where f.state = 'ready' order by random() limit amount;
end $$;
comment on function def.sample_files(int) is 'feature: file';

-- The time of the newest line of the audit log; null without one.
create function def.newest_audit() returns timestamptz language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return (select max(a.at) from app.audit a);
end $$;
comment on function def.newest_audit() is 'feature: platform';

revoke all on function def.sample_files(int), def.newest_audit() from public;
