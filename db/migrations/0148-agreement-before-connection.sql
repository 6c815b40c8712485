-- No connection without an agreement to the consent text that is online, and the notice of offers of the waiting list.

-- Orders the agreements of an account in a timeline.
alter table app.legal_consent add column seq bigint generated always as identity;

-- Offers of the waiting list end this long before the session. The booking notice is for what clients book themselves.
alter table app.waiting_list_setting add column notice_hours int not null default 3 check (notice_hours between 1 and 336);
grant insert (notice_hours), update (notice_hours) on app.waiting_list_setting to attune_app_therapist;

grant select (account_id, quiet_from, quiet_to) on app.notification_setting to attune_app_definer;
create policy definer_keeps on app.notification_setting for all to attune_app_definer using (true);

set local role attune_app_definer;

-- Publishing waits for everyone who is agreeing or connecting, and they wait for a publication that is under way.
create function def.hold_legal_versions() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('attune legal versions'));
  return new;
end $$;
grant execute on function def.hold_legal_versions() to attune_owner;

-- As before, of the versions that are online when the transaction ends.
create or replace function def.legal_consent_fits() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('attune legal versions'));
  if not exists (select from app.legal_version v where v.id = new.version_id and v.text is not null and v.page in ('consent', 'privacy')
      and not exists (select from app.legal_version n where n.page = v.page and n.language = v.language and n.version > v.version)) then
    raise exception using errcode = 'AT002', message = 'an agreement to a text that is not online';
  end if;
  return new;
end $$;

-- Connects the actor, who is a client still when the transaction ends and has agreed to a consent text that is online, if there is one.
create or replace function def.bind_record(record uuid, kind text, detail text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  online uuid[];
begin
  perform from app.profile p where p.account_id = app.actor_id() and p.role = 'client' for no key update;
  if not found then raise exception 'not a client' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock_shared(hashtext('attune legal versions'));
  online := array(select v.id from app.legal_version v where v.page = 'consent' and v.text is not null
    and not exists (select from app.legal_version n where n.page = v.page and n.language = v.language and n.version > v.version));
  if cardinality(online) > 0 and not exists (select from app.legal_consent a where a.account_id = app.actor_id() and a.version_id = any (online)) then
    raise exception using errcode = 'AT005', message = 'no agreement to the consent text';
  end if;
  update app.client c set account_id = app.actor_id(), status = 'active', connected_at = now(), disconnected_at = null, updated_at = now()
    where c.id = record;
  update app.profile p set first_name = c.first_name, last_name = c.last_name, updated_at = now()
    from app.client c where c.id = record and p.account_id = app.actor_id() and p.first_name = '' and p.last_name = '';
  perform def.note_client_event(record, 'client', kind, detail);
end $$;

-- The quiet hours of the clients who wait with the acting therapist, and their zones. Null if a client has switched them off or never changed them.
create function def.quiet_hours_of_waiting() returns table (account_id uuid, zone text, quiet_from text, quiet_to text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select p.account_id, p.zone, n.quiet_from, n.quiet_to
    from app.profile p left join app.notification_setting n on n.account_id = p.account_id
    where p.account_id in (select e.account_id from app.waiting_entry e where e.therapist_id = app.actor_id() and e.ended_at is null);
end $$;
grant execute on function def.quiet_hours_of_waiting() to attune_app_therapist;

set local role attune_owner;

create trigger held before insert on app.legal_version for each row execute function def.hold_legal_versions();
