-- Open pages learn at once that a login ended, was replaced, or has a new second factor.

-- The login that this one has replaced in the same browser. The replaced row is deleted, so this is no foreign key.
alter table auth.login add column replaces uuid;
create index login_replaces on auth.login (replaces) where replaces is not null;

set local role attune_app_definer;

-- Announces the end of logins to their account.
create function def.change_login() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'login', r.id, tg_op, array[r.user_id], jsonb_build_object('id', r.id, 'user_id', r.user_id) from old_rows r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
grant execute on function def.change_login() to attune_owner;

-- Announces to an account that its authenticator app or its passkeys have changed, as a change of the account.
create function def.announce_factor() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'profile', p.account_id, 'UPDATE', array[p.account_id], jsonb_build_object('id', p.account_id, 'role', p.role)
    from app.profile p where p.account_id in (select r.user_id from changed_rows r);
  perform pg_notify('attune_change', '');
  return null;
end $$;
grant execute on function def.announce_factor() to attune_owner;

set local role attune_owner;

create trigger change_delete after delete on auth.login referencing old table as old_rows for each statement execute function def.change_login();

do $$
declare
  name text;
begin
  foreach name in array array['two_factor', 'passkey'] loop
    execute format('create trigger announce_insert after insert on auth.%I referencing new table as changed_rows for each statement execute function def.announce_factor()', name);
    execute format('create trigger announce_update after update on auth.%I referencing new table as changed_rows for each statement execute function def.announce_factor()', name);
    execute format('create trigger announce_delete after delete on auth.%I referencing old table as changed_rows for each statement execute function def.announce_factor()', name);
  end loop;
end $$;
