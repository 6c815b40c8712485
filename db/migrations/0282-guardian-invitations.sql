-- Therapists invite guardians by a link of a purpose of its own.

alter table auth.secret drop constraint secret_purpose_check;
alter table auth.secret add constraint secret_purpose_check
  check (purpose in ('confirm', 'reset', 'invite', 'guardian', 'setup', 'email-new', 'email-old', 'handover', 'stop-factor-reset', 'invoice', 'notification-address'));

-- A link of a higher generation voids the links before.
alter table app.guardian add column generation int not null default 1;
alter table app.guardian add column expires_at timestamptz not null default now() + interval '14 days';
-- The language of the invitation.
alter table app.guardian add column language text not null default 'en' check (language in ('en', 'de', 'fr', 'es'));
grant insert (generation, expires_at, language, invited_at), update (generation, expires_at, language) on app.guardian to attune_app_therapist;
grant update (client_id, rights, knows_others, generation, invited_at, expires_at) on app.guardian to attune_app_definer;
grant select on app.guardian to attune_worker;
create policy worker_sees on app.guardian for select to attune_worker using (therapist_id = (select app.actor_id()));

set local role attune_app_definer;

-- Whether an invitation can be accepted: it has not ended, its therapist can be reached, and the record still has the contact as a guardian with the
-- address to which it was sent.
create function def.is_guardian_invitation_open(invited app.guardian) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return invited.ended_at is null and not def.is_disabled(invited.therapist_id)
    and exists (select from app.client_contact k where k.id = invited.contact_id and k.is_guardian and k.email = invited.email);
end $$;
comment on function def.is_guardian_invitation_open(app.guardian) is 'feature: guardian';

-- What the page of an invitation says. The caller has verified the link.
create function def.look_at_guardian_invitation(invited uuid)
returns table (therapist_name text, first_name text, name text, email text, generation int, expires_at timestamptz, rights text[], is_open boolean,
  client_account_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select trim(p.first_name || ' ' || p.last_name), c.first_name, g.name, g.email, g.generation, g.expires_at,
      array(select jsonb_object_keys(g.rights)), g.accepted_at is null and def.is_guardian_invitation_open(g), c.account_id
    from app.guardian g join app.client c on c.therapist_id = g.therapist_id and c.id = g.client_id
      join app.profile p on p.account_id = g.therapist_id
    where g.id = invited;
end $$;
comment on function def.look_at_guardian_invitation(uuid) is 'feature: guardian';
grant execute on function def.look_at_guardian_invitation(uuid) to attune_worker;

-- The rights of both, each from the earlier moment on.
create function def.unite_guardian_rights(one jsonb, two jsonb) returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(x.key, x.since), '{}') from (
    select distinct on (e.key) e.key, e.value #>> '{}' as since from (select * from jsonb_each(one) union all select * from jsonb_each(two)) e
    order by e.key, (e.value #>> '{}')::timestamptz) x
$$;
comment on function def.unite_guardian_rights(jsonb, jsonb) is 'feature: guardian';

-- Makes the acting client's account the guardian that was invited by a link which this account has used. An account that is a guardian of the client
-- already gets the rights of both. Returns one row: 'accepted', 'again' if nothing changed, 'own' if the account is that of the client; no row if the
-- invitation is over. Refuses without an agreement to the consent text that is online.
create function def.accept_guardian_invitation(invited uuid)
returns table (outcome text, therapist_id uuid, client_id uuid, name text) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  g app.guardian;
  online uuid[];
  words text[];
begin
  if not exists (select from auth.secret s where s.purpose = 'guardian' and s.subject = invited::text and s.used_by = app.actor_id()) then return; end if;
  select * into g from app.guardian x where x.id = invited for update;
  if g.id is null or not def.is_guardian_invitation_open(g) then return; end if;
  if g.accepted_at is not null then
    if g.account_id = app.actor_id() then return query select 'again', g.therapist_id, g.client_id, g.name; end if;
    return;
  end if;
  if exists (select from app.client c where c.therapist_id = g.therapist_id and c.id = g.client_id and c.account_id = app.actor_id()) then
    return query select 'own', g.therapist_id, g.client_id, g.name;
    return;
  end if;
  perform from app.profile p where p.account_id = app.actor_id() and p.role = 'client' for no key update;
  if not found then raise exception 'not a client' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock_shared(hashtext('attune legal versions'));
  online := array(select v.id from app.legal_version v where v.page = 'consent' and v.text is not null
    and not exists (select from app.legal_version n where n.page = v.page and n.language = v.language and n.version > v.version));
  if cardinality(online) > 0 and not exists (select from app.legal_consent a where a.account_id = app.actor_id() and a.version_id = any (online)) then
    raise exception using errcode = 'AT005', message = 'no agreement to the consent text';
  end if;
  -- An earlier guardian of the same account ends in favour of this one.
  with before as (
    update app.guardian x set ended_at = now(), version = x.version + 1
      where x.therapist_id = g.therapist_id and x.client_id = g.client_id and x.account_id = app.actor_id() and x.ended_at is null returning x.rights)
  select coalesce((select def.unite_guardian_rights(g.rights, b.rights) from before b), g.rights) into g.rights;
  update app.guardian x set account_id = app.actor_id(), accepted_at = now(), rights = g.rights, version = x.version + 1 where x.id = invited;
  words := regexp_match(trim(g.name), '^(?:(.*)\s)?(\S+)$');
  update app.profile p set first_name = left(coalesce(words[1], words[2]), 100), last_name = left(case when words[1] is null then '' else words[2] end, 100),
      updated_at = now()
    where p.account_id = app.actor_id() and p.first_name = '' and p.last_name = '';
  return query select 'accepted', g.therapist_id, g.client_id, g.name;
end $$;
comment on function def.accept_guardian_invitation(uuid) is 'feature: guardian';
grant execute on function def.accept_guardian_invitation(uuid) to attune_app_client;

-- Sends the invitation of an old link again, with a new link. Returns the id of the email, or null if the invitation is over or was sent within `apart`.
create function def.send_fresh_guardian_invitation(invited uuid, at timestamptz, valid_for interval, apart interval)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  g app.guardian;
  made uuid := gen_random_uuid();
begin
  update app.guardian x set generation = x.generation + 1, invited_at = at, expires_at = at + valid_for
    where x.id = invited and x.accepted_at is null and x.invited_at <= at - apart and def.is_guardian_invitation_open(x) returning x.* into g;
  if g.id is null then return null; end if;
  insert into app.mail (id, kind, account_id, acting_for, subject_id, generation)
    values (made, 'guardian-invitation', null, g.therapist_id, g.id, g.generation);
  return made;
end $$;
comment on function def.send_fresh_guardian_invitation(uuid, timestamptz, interval, interval) is 'feature: guardian';
grant execute on function def.send_fresh_guardian_invitation(uuid, timestamptz, interval, interval) to attune_worker;

-- The state of the last email of an invitation of the acting therapist.
create function def.guardian_invitation_mail(invited uuid) returns text language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select m.state from app.mail m where m.subject_id = invited and m.kind = 'guardian-invitation' and m.acting_for = app.actor_id()
    order by m.generation desc, m.created_at desc limit 1);
end $$;
comment on function def.guardian_invitation_mail(uuid) is 'feature: guardian';
grant execute on function def.guardian_invitation_mail(uuid) to attune_app_therapist;

-- Moves the guardians of a record that is merged into another record of the acting therapist. A person who is a guardian of both keeps one row with
-- the rights of both, paused only if both were.
create function def.move_guardians(from_record uuid, to_record uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  g app.guardian;
  kept app.guardian;
begin
  if (select count(*) from app.client c where c.id in (from_record, to_record) and c.therapist_id = app.actor_id()) <> 2 then
    raise exception 'not the therapist of both' using errcode = 'insufficient_privilege';
  end if;
  for g in select * from app.guardian x where x.therapist_id = app.actor_id() and x.client_id = from_record order by x.id for update loop
    select * into kept from app.guardian x
      where x.therapist_id = app.actor_id() and x.client_id = to_record and x.ended_at is null and x.account_id = g.account_id for update;
    if g.ended_at is null and kept.id is not null then
      update app.guardian x set ended_at = now(), version = x.version + 1 where x.id = g.id;
      update app.guardian x set rights = def.unite_guardian_rights(kept.rights, g.rights), version = x.version + 1,
          paused_at = case when kept.paused_at is not null and g.paused_at is not null then kept.paused_at end
        where x.id = kept.id;
    end if;
    update app.guardian x set client_id = to_record, version = x.version + 1 where x.id = g.id;
  end loop;
  update app.guardian x set ended_at = now(), version = x.version + 1
    from app.client c where c.id = to_record and x.therapist_id = c.therapist_id and x.client_id = c.id and x.account_id = c.account_id and x.ended_at is null;
end $$;
comment on function def.move_guardians(uuid, uuid) is 'feature: guardian';
grant execute on function def.move_guardians(uuid, uuid) to attune_app_therapist;

-- Ends what an account may do as a guardian of a record that becomes its own.
create function def.end_guardian_of_own_record() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.guardian g set ended_at = now(), version = g.version + 1
    where g.therapist_id = new.therapist_id and g.client_id = new.id and g.account_id = new.account_id and g.ended_at is null;
  return null;
end $$;
comment on function def.end_guardian_of_own_record() is 'feature: guardian';
grant execute on function def.end_guardian_of_own_record() to attune_owner;

-- Ends what an account may do as a guardian when it gets another role, because guardians are accounts of clients.
create function def.end_guardian_of_other_role() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.guardian g set ended_at = now(), version = g.version + 1 where g.account_id = new.account_id and g.ended_at is null;
  return null;
end $$;
comment on function def.end_guardian_of_other_role() is 'feature: guardian';
grant execute on function def.end_guardian_of_other_role() to attune_owner;

set local role attune_owner;

create trigger end_guardian_of_own_record after update of account_id on app.client for each row
  when (new.account_id is distinct from old.account_id and new.account_id is not null) execute function def.end_guardian_of_own_record();
create trigger end_guardian_of_other_role after update of role on app.profile for each row
  when (new.role <> 'client' and old.role = 'client') execute function def.end_guardian_of_other_role();

-- What a guardian's invitation needs of a record and its contacts.
create view app.client_birth with (security_invoker = true) as select id, therapist_id, account_id, date_of_birth from app.client;
comment on view app.client_birth is 'the date of birth of a client record, which decides about majority; feature: client';
grant select on app.client_birth to attune_app_therapist, attune_app_client;
create view app.contact_label with (security_invoker = true) as select id, therapist_id, client_id, name, relationship from app.client_contact;
comment on view app.contact_label is 'the name of a contact of a client, for the therapist; feature: client';
grant select on app.contact_label to attune_app_therapist;
