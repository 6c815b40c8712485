-- Tables that only the server fills grew without an end. Each names in its comment how long its rows are kept, and has a function that
-- deletes the older ones in batches (decision 106).

grant delete on app.mail to attune_app_definer;
grant select (at), delete on app.journal_act to attune_app_definer;

-- The deletion of old rows is not reported to open pages: it would be one row of app.change for each of them.
drop trigger change_delete on app.notification;
create trigger change_delete after delete on app.notification referencing old table as old_rows for each statement
  when (current_setting('app.unreported', true) is distinct from 'on') execute function def.change_notification();
drop trigger change_delete on app.access;
create trigger change_delete after delete on app.access referencing old table as old_rows for each statement
  when (current_setting('app.unreported', true) is distinct from 'on') execute function def.change_access();

do $$
declare
  described record;
begin
  for described in select t.name::regclass as relation, t.kept from (values
    ('app.access', '10 years by def.delete_old_accesses (after the reading)'),
    ('app.audit', 'for ever (decision 0106)'),
    ('app.freed_time', '1 year by def.delete_old_freed_times (after its end)'),
    ('app.incoming_text', '400 days by def.delete_old_incoming_texts (after it was received)'),
    ('app.journal_act', '2 years by def.delete_old_journal_acts (after the act)'),
    ('app.mail', '1 year by def.delete_old_mails (after it was queued, once it no longer waits)'),
    ('app.notification', '1 year by def.delete_old_notifications (after its creation, read or unread)'),
    ('app.waiting_offer', '1 year by def.delete_old_waiting_offers (after the end of the offered time, unless it is open)')
  ) t (name, kept) loop
    execute format('comment on table %s is %L', described.relation,
      regexp_replace(obj_description(described.relation, 'pg_class'), '; feature: ', '; kept: ' || described.kept || '; feature: '));
  end loop;
end $$;

set local role attune_app_definer;

-- Reads the rules of all tables as before, and accepts the period before the feature.
create or replace function def.table_rules() returns table (relation regclass, owner text, event text, action text, goes_with regclass, functions text[], reason text)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select c.oid::regclass, comment[1], e.event, split_part(rule[1], ' ', 1),
    (select p.oid::regclass from pg_class p where p.relnamespace::regnamespace::text = rule[2] and p.relname = rule[3] and p.relkind in ('r', 'p')),
    array(select f[1] from regexp_matches(coalesce(rule[4], ''), 'def\.(\w+)', 'g') f), rule[5]
  from pg_class c,
    regexp_match(obj_description(c.oid, 'pg_class'),
      '^owner: (therapist|account|product); erasure: ([^;]+); disconnect: ([^;]+?)(?:; kept: [^;]+)?(?:; feature: [a-z-]+)?$') comment,
    (values ('erasure', 2), ('disconnect', 3)) e (event, place),
    regexp_match(comment[e.place], '^(keep|delete|with (app|auth)\.(\w+))(?: by (def\.\w+(?: and def\.\w+)*))?(?: \(([^()]+)\))?$') rule
  where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p') and rule is not null
$$;

-- Each function deletes at most `batch` rows whose period ended before `moment` and returns how many it deleted.

create function def.delete_old_mails(moment timestamptz, batch int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted int;
begin
  delete from app.mail m where m.id in (select o.id from app.mail o
    where o.created_at < moment - interval '1 year' and o.state not in ('waiting', 'sending') order by o.created_at limit batch);
  get diagnostics deleted = row_count;
  return deleted;
end $$;

create function def.delete_old_notifications(moment timestamptz, batch int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted int;
begin
  perform set_config('app.unreported', 'on', true);
  delete from app.notification n where n.id in (select o.id from app.notification o where o.created_at < moment - interval '1 year' limit batch);
  get diagnostics deleted = row_count;
  perform set_config('app.unreported', '', true);
  return deleted;
end $$;

create function def.delete_old_accesses(moment timestamptz, batch int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted int;
begin
  perform set_config('app.unreported', 'on', true);
  delete from app.access a where a.id in (select o.id from app.access o where o.at < moment - interval '10 years' limit batch);
  get diagnostics deleted = row_count;
  perform set_config('app.unreported', '', true);
  return deleted;
end $$;

create function def.delete_old_waiting_offers(moment timestamptz, batch int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted int;
begin
  delete from app.waiting_offer w where w.id in (select o.id from app.waiting_offer o
    where o.ends_at < moment - interval '1 year' and o.state <> 'open' limit batch);
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- A time with an offer stays until the offer is deleted, because its deletion would report the offer to open pages.
create function def.delete_old_freed_times(moment timestamptz, batch int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted int;
begin
  delete from app.freed_time f where f.id in (select t.id from app.freed_time t where t.ends_at < moment - interval '1 year'
    and not exists (select from app.waiting_offer o where o.therapist_id = t.therapist_id and o.freed_time_id = t.id) limit batch);
  get diagnostics deleted = row_count;
  return deleted;
end $$;

create function def.delete_old_journal_acts(moment timestamptz, batch int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted int;
begin
  delete from app.journal_act a where (a.account_id, a.command) in (select o.account_id, o.command from app.journal_act o
    where o.at < moment - interval '2 years' limit batch);
  get diagnostics deleted = row_count;
  return deleted;
end $$;

create function def.delete_old_incoming_texts(moment timestamptz, batch int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted int;
begin
  delete from app.incoming_text i where i.provider_id in (select t.provider_id from app.incoming_text t
    where t.received_at < moment - interval '400 days' order by t.received_at limit batch);
  get diagnostics deleted = row_count;
  return deleted;
end $$;

do $$
declare
  named record;
begin
  for named in select p.oid::regprocedure as procedure, f.feature from (values
    ('delete_old_mails', 'platform'),
    ('delete_old_notifications', 'notification'),
    ('delete_old_accesses', 'access'),
    ('delete_old_waiting_offers', 'waiting-list'),
    ('delete_old_freed_times', 'waiting-list'),
    ('delete_old_journal_acts', 'journal'),
    ('delete_old_incoming_texts', 'text-message')
  ) f (name, feature) join pg_proc p on p.pronamespace = 'def'::regnamespace and p.proname = f.name loop
    execute format('comment on function %s is %L', named.procedure, 'feature: ' || named.feature);
    execute format('grant execute on function %s to attune_worker', named.procedure);
  end loop;
end $$;
