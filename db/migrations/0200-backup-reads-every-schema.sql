-- A snapshot of a practice's own Postgres is taken by the backup role. It read the schema app alone; without the logins in auth nobody could sign
-- in after a restore, and without jobs and meta what waits and what was migrated would be lost (decision 0124).
grant usage on schema auth, jobs, meta to attune_app_backup;
grant select on all tables in schema auth, jobs, meta to attune_app_backup;
