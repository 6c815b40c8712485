-- An admin disables accounts, enables them, signs them out, changes their role and invites people. A disabled account keeps its data.

alter table app.profile add column disabled_at timestamptz;
-- Logins from before this moment are over. The program deletes them after the commit; nothing depends on that.
alter table app.profile add column signed_out_at timestamptz;
grant select (disabled_at, signed_out_at), update (disabled_at, signed_out_at) on app.profile to attune_app_definer;

-- When somebody last used the account. Logins that have ended are deleted, so they cannot tell.
alter table auth."user" add column last_seen_at timestamptz;
update auth."user" u set last_seen_at = (select max(l.last_seen_at) from auth.login l where l.user_id = u.id);

create function app.note_sign_in() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update auth."user" u set last_seen_at = greatest(u.last_seen_at, new.last_seen_at) where u.id = new.user_id;
  return null;
end $$;
create trigger note_sign_in after insert on auth.login for each row execute function app.note_sign_in();

set local role attune_app_definer;

create function def.is_disabled(account uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.profile p where p.account_id = account and p.disabled_at is not null);
end $$;
grant execute on function def.is_disabled(uuid) to attune_auth_app, attune_worker, attune_owner;

-- Whether a login of an account that began at a moment is over, because an admin has disabled the account or signed it out since.
create function def.login_is_over(account uuid, since timestamptz) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.profile p where p.account_id = account and (p.disabled_at is not null or p.signed_out_at > since));
end $$;
grant execute on function def.login_is_over(uuid, timestamptz) to attune_auth_app;

-- Whether a client of the actor's therapist can reach that therapist in the app.
create function def.is_reachable(therapist uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.client c join app.profile p on p.account_id = c.therapist_id
    where c.therapist_id = therapist and app.actor_id() in (c.therapist_id, c.account_id) and p.disabled_at is null);
end $$;
grant execute on function def.is_reachable(uuid) to attune_app_therapist, attune_app_client;

-- Waits for other changes of who is an admin, and returns whether the actor still is one. Of two admins who act on each other at once, one stays.
create function def.hold_admins() returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('attune farewell of an admin'));
  return exists (select from app.profile p where p.account_id = app.actor_id() and p.role = 'admin' and p.disabled_at is null);
end $$;

-- Ends all logins of an account. Every node looks at the logins of its open pages as soon as it reads the change.
create function def.end_logins(account uuid, moment timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.profile p set signed_out_at = greatest(p.signed_out_at, moment) where p.account_id = account;
  insert into app.change (table_name, row_id, op, audience, keys)
    values ('login', account, 'DELETE', array[account], jsonb_build_object('user_id', account));
  perform pg_notify('attune_change', '');
end $$;

-- Announces to the clients of a therapist that the therapist can be reached again or no longer.
create function def.announce_reach(therapist uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select t.name, c.id, 'UPDATE', array[c.account_id],
      case t.name when 'client' then jsonb_build_object('id', c.id, 'therapist_id', c.therapist_id, 'status', c.status) else jsonb_build_object('id', c.id) end
    from app.client c cross join (values ('client'), ('conversation')) t(name)
    where c.therapist_id = therapist and c.account_id is not null;
  perform pg_notify('attune_change', '');
end $$;

-- Disables an account and ends its logins, or enables it. Returns 'done', 'unchanged', or why not: 'not-admin', 'unknown', 'self', 'last-admin'.
create function def.switch_account(account uuid, enable boolean, moment timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  known record;
begin
  if not def.hold_admins() then return 'not-admin'; end if;
  select p.role, p.disabled_at into known from app.profile p where p.account_id = account and p.email <> '' for update;
  if known is null then return 'unknown'; end if;
  if not enable and account = app.actor_id() then
    return case when exists (select from app.profile p where p.role = 'admin' and p.disabled_at is null and p.account_id <> account)
      then 'self' else 'last-admin' end;
  end if;
  if enable = (known.disabled_at is null) then return 'unchanged'; end if;
  update app.profile p set disabled_at = case when enable then null else moment end, updated_at = moment where p.account_id = account;
  -- A sign-in that ran at the same time may have left a login that an enabled account must not inherit.
  perform def.end_logins(account, moment);
  if known.role = 'therapist' then perform def.announce_reach(account); end if;
  return 'done';
end $$;
grant execute on function def.switch_account(uuid, boolean, timestamptz) to attune_app_admin;

-- Ends all logins of an account. Returns false for an unknown account.
create function def.sign_out_account(account uuid, moment timestamptz) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.profile p where p.account_id = account and p.email <> '';
  if not found then return false; end if;
  perform def.end_logins(account, moment);
  return true;
end $$;
grant execute on function def.sign_out_account(uuid, timestamptz) to attune_app_admin;

-- What an account still owns in its role, by kind.
create function def.role_obstacles(account uuid) returns text[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(
    select 'records' where exists (select from app.client c where c.therapist_id = account)
    union all
    select 'invoices' where exists (select from app.invoice i where i.therapist_id = account)
    union all
    select 'connections' where exists (select from app.client c where c.account_id = account)
    union all
    select 'entries' where exists (select from app.journal_entry e where e.account_id = account)
      or exists (select from app.safety_plan s where s.account_id = account));
end $$;

-- Gives an account another role and ends its logins. Returns {done}, {unchanged}, or what is in the way.
create function def.change_role(account uuid, wanted text, moment timestamptz) returns text[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  old_role text;
  obstacles text[];
begin
  if not def.hold_admins() then return '{not-admin}'; end if;
  select p.role into old_role from app.profile p where p.account_id = account and p.email <> '' for update;
  if old_role is null then return '{unknown}'; end if;
  if old_role = wanted then return '{unchanged}'; end if;
  if account = app.actor_id() then
    return case when exists (select from app.profile p where p.role = 'admin' and p.disabled_at is null and p.account_id <> account)
      then '{self}' else '{last-admin}' end;
  end if;
  -- A client joins a therapist under this lock.
  perform from app.calendar k where k.therapist_id = account for update;
  obstacles := def.role_obstacles(account);
  if cardinality(obstacles) > 0 then return obstacles; end if;
  update app.profile p set role = wanted, updated_at = moment where p.account_id = account;
  if wanted = 'therapist' then
    insert into app.calendar (therapist_id, account_id) values (account, account) on conflict (therapist_id) do nothing;
    insert into app.therapist_profile (account_id) values (account) on conflict (account_id) do nothing;
  end if;
  perform def.end_logins(account, moment);
  return '{done}';
end $$;
grant execute on function def.change_role(uuid, text, timestamptz) to attune_app_admin;

-- Adds the profile of an invited person, who sets a password by the emailed link.
create function def.invite_account(account uuid, address text, first text, last text, reader_language text, wanted text, reader_zone text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.profile (account_id, email, first_name, last_name, role, language, zone, onboarded_at)
    values (account, address, first, last, wanted, reader_language, reader_zone, now());
  if wanted = 'therapist' then
    insert into app.calendar (therapist_id, account_id) values (account, account) on conflict (therapist_id) do nothing;
    insert into app.therapist_profile (account_id) values (account) on conflict (account_id) do nothing;
  end if;
end $$;
grant execute on function def.invite_account(uuid, text, text, text, text, text, text) to attune_app_admin;

-- How many sessions of a therapist are to come. Nothing else about them.
create function def.coming_sessions(account uuid, moment timestamptz) returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select count(*)::int from app.session s where s.therapist_id = account and s.starts_at > moment
    and s.status in ('pending', 'scheduled', 'confirmed', 'rescheduled'));
end $$;
grant execute on function def.coming_sessions(uuid, timestamptz) to attune_app_admin;

-- The last admin who can sign in cannot delete their account. A disabled admin does not count.
create or replace function def.farewell_blocked(at timestamptz) returns text[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(
    select 'future-sessions' where exists (select from app.session s where s.therapist_id = app.actor_id() and s.starts_at > at
      and s.status in ('pending', 'scheduled', 'confirmed', 'rescheduled'))
    union all
    select 'last-admin' where exists (select from app.profile p where p.account_id = app.actor_id() and p.role = 'admin')
      and not exists (select from app.profile p where p.role = 'admin' and p.disabled_at is null and p.account_id <> app.actor_id()));
end $$;

-- Notifications to admins go to those who can sign in.
create or replace function def.admins() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select p.account_id from app.profile p where p.role = 'admin' and p.disabled_at is null order by p.account_id;
end $$;

-- The code of a therapist who is disabled, or is no therapist any more, connects nobody.
create or replace function def.join_therapist(entered_hash bytea)
returns table (client_id uuid, fresh boolean) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  therapist uuid;
  record uuid;
  left_at timestamptz;
  waiting uuid[];
begin
  select s.therapist_id into therapist from auth.standing_code s where s.code_hash = entered_hash
    and exists (select from app.profile p where p.account_id = s.therapist_id and p.role = 'therapist' and p.disabled_at is null);
  if therapist is null then return; end if;
  perform from app.calendar k where k.therapist_id = therapist for update;
  if not found then return; end if;
  select c.id, c.disconnected_at into record, left_at from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id();
  if record is not null then
    if left_at is not null then perform def.bind_record(record, 'reconnected', 'code'); end if;
    return query select record, left_at is not null;
    return;
  end if;
  waiting := array(select c.id from app.client c join app.profile p on p.email = c.email
    where c.therapist_id = therapist and c.account_id is null and c.status = 'pending' and p.account_id = app.actor_id() limit 2);
  if cardinality(waiting) = 1 then
    record := waiting[1];
    update app.invitation i set state = 'accepted', accepted_at = now() where i.client_id = record and i.state in ('sent', 'opened');
    perform def.bind_record(record, 'joined', 'code');
  else
    record := gen_random_uuid();
    insert into app.client (id, therapist_id, first_name, last_name, email, language)
      select record, therapist, coalesce(nullif(p.first_name, ''), left(split_part(p.email, '@', 1), 100)), coalesce(nullif(p.last_name, ''), '–'), p.email, p.language
      from app.profile p where p.account_id = app.actor_id();
    if not found then return; end if;
    perform def.bind_record(record, 'joined', 'new');
  end if;
  return query select record, true;
end $$;

-- Connects the actor, who is a client still when the transaction ends.
create or replace function def.bind_record(record uuid, kind text, detail text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.profile p where p.account_id = app.actor_id() and p.role = 'client' for no key update;
  if not found then raise exception 'not a client' using errcode = 'insufficient_privilege'; end if;
  update app.client c set account_id = app.actor_id(), status = 'active', connected_at = now(), disconnected_at = null, updated_at = now()
    where c.id = record;
  update app.profile p set first_name = c.first_name, last_name = c.last_name, updated_at = now()
    from app.client c where c.id = record and p.account_id = app.actor_id() and p.first_name = '' and p.last_name = '';
  perform def.note_client_event(record, 'client', kind, detail);
end $$;

-- Nobody writes to a disabled therapist or asks them for a session.
create or replace function def.insert_message(message uuid, conversation uuid, written text, lexemes text[], moment timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
  next_seq int;
begin
  select v.therapist_id, v.last_seq + 1 into owner, next_seq from app.conversation v join app.client c on c.id = v.client_id
    where v.client_id = conversation and app.actor_id() in (c.therapist_id, c.account_id) and c.account_id is not null and c.status <> 'inactive'
      and not def.is_disabled(c.therapist_id)
    for update of v;
  if owner is null then raise exception 'not connected' using errcode = 'insufficient_privilege'; end if;
  insert into app.message (id, therapist_id, client_id, seq, by_role, sender_id, text, words, created_at, updated_at)
    values (message, owner, conversation, next_seq, case when app.actor_id() = owner then 'therapist' else 'client' end, app.actor_id(),
      written, array_to_tsvector(lexemes), moment, moment)
    on conflict (id) do nothing;
  if not found then return false; end if;
  update app.conversation v set last_seq = next_seq, last_at = moment where v.client_id = conversation;
  return true;
end $$;
create or replace function def.request_session(wish uuid, therapist uuid, from_at timestamptz, until_at timestamptz, wished_format text, place text)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
begin
  select c.id into record from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active'
    and not def.is_disabled(c.therapist_id) for share;
  if record is null then return null; end if;
  insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status)
    values (wish, therapist, from_at, until_at, wished_format, 'individual', place, 'pending');
  insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) values (therapist, wish, record, from_at, 'accepted');
  return record;
end $$;

-- The calendar feed of a disabled account answers like an unknown one.
create or replace function def.feed_of(account uuid) returns table (feed_id uuid, role text, mode text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select f.feed_id, p.role, f.mode from app.calendar_feed f join app.profile p on p.account_id = f.account_id where f.account_id = account and p.disabled_at is null;
end $$;

set local role attune_owner;
