-- as installer
-- The roles of the house and its schemas. Roles belong to the whole cluster, so several databases may create them at once:
-- a role that another has just made is as good as ours.

do $$
declare
  role text;
begin
  foreach role in array array['owner', 'login', 'app_therapist', 'app_client', 'app_admin', 'auth_app', 'jobs_send',
                              'worker', 'relay', 'app_definer', 'app_backup'] loop
    begin
      if not exists (select from pg_roles where rolname = 'attune_' || role) then
        execute format('create role %I noinherit %s', 'attune_' || role,
          case when role in ('login', 'auth_app', 'relay', 'app_backup') then 'login' else 'nologin' end);
      end if;
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

-- Who creates a role may administer it, but neither become it nor inherit from it: that is said here, only where it is missing.
do $$
declare
  pair text[];
begin
  foreach pair slice 1 in array array[
    ['attune_owner', current_user::text], ['attune_app_definer', current_user::text], ['attune_app_definer', 'attune_owner'],
    ['attune_app_therapist', 'attune_login'], ['attune_app_client', 'attune_login'], ['attune_app_admin', 'attune_login'],
    ['attune_jobs_send', 'attune_login'], ['attune_worker', 'attune_login']] loop
    begin
      if not exists (select from pg_auth_members
                     where roleid = pair[1]::regrole and member = pair[2]::regrole and set_option and not inherit_option) then
        execute format('grant %I to %I with inherit false, set true', pair[1], pair[2]);
      end if;
    exception when unique_violation or sqlstate 'XX000' then null;
    end;
  end loop;
end $$;

do $$
begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant create on database %I to attune_owner', current_database());
  execute format('grant connect on database %I to attune_login, attune_auth_app, attune_relay, attune_app_backup', current_database());
end $$;

revoke all on schema public from public;

-- The floor below every timeout of the program.
do $$
declare
  setting text[];
begin
  foreach setting slice 1 in array array[
    ['attune_login', 'statement_timeout', '10s'], ['attune_login', 'transaction_timeout', '30s'],
    ['attune_login', 'idle_in_transaction_session_timeout', '10s'],
    ['attune_auth_app', 'statement_timeout', '10s'], ['attune_auth_app', 'idle_in_transaction_session_timeout', '10s'],
    ['attune_relay', 'statement_timeout', '10s']] loop
    begin
      if not exists (select from pg_db_role_setting, unnest(setconfig) c
                     where setrole = setting[1]::regrole and setdatabase = 0 and c = setting[2] || '=' || setting[3]) then
        execute format('alter role %I set %I = %L', setting[1], setting[2], setting[3]);
      end if;
    exception when unique_violation or sqlstate 'XX000' then null;
    end;
  end loop;
end $$;

create schema meta authorization attune_owner;
create schema app authorization attune_owner;
create schema auth authorization attune_owner;
create schema jobs authorization attune_owner;
create schema def authorization attune_app_definer;

-- A function is nobody's until it is granted. Without `in schema`: only so it takes the right away that PUBLIC has by default.
set local role attune_app_definer;
alter default privileges revoke execute on functions from public;
grant usage on schema def to attune_owner, attune_app_therapist, attune_app_client, attune_app_admin, attune_worker, attune_auth_app;
set local role attune_owner;
alter default privileges revoke execute on functions from public;
grant usage on schema app to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker, attune_relay, attune_app_definer, attune_app_backup;
create extension btree_gist schema public;

create table meta.migration (
  name text primary key,
  hash text not null,
  applied_at timestamptz not null default now()
);
