-- Consent to SMS and WhatsApp: the number of a client record, and an append-only ledger of every consent that was given or withdrawn.

-- The number at which a record receives texts. Several records can have the same number, such as a parent's.
create table app.text_number (
  client_id uuid primary key,
  therapist_id uuid not null,
  -- E.164
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  changed_at timestamptz not null,
  -- When the first text left for this number since the consent; null before that. The first text says how to end them.
  first_text_at timestamptz,
  unique (therapist_id, client_id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.text_number is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index text_number_number on app.text_number (therapist_id, number);

-- One row per consent that was given or withdrawn, and per request to receive texts again. The latest row of a channel and a purpose is
-- in force. A row keeps what the text of the consent named.
create table app.text_consent (
  position bigint generated always as identity primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  channel text check (channel in ('sms', 'whatsapp')),
  purpose text check (purpose in ('reminder', 'notice', 'content')),
  action text not null check (action in ('given', 'withdrawn', 'requested')),
  -- Who changed it: the client in the app, the therapist on the client's word, a STOP from the number, the provider's own block; and a
  -- START from the number, which is a request only.
  how text not null check (how in ('client', 'therapist', 'stop', 'provider', 'start')),
  -- The account that changed it; null for a text message and for the provider.
  by_account uuid,
  -- The text of the consent: its version and language, the name in texts, the provider and its country (ISO 3166-1 alpha-2).
  version int check (version >= 1),
  language text check (language in ('en', 'es', 'fr', 'de')),
  sender_name text check (length(sender_name) between 1 and 60),
  provider text check (length(provider) between 1 and 60),
  provider_country text check (provider_country ~ '^[A-Z]{2}$'),
  command uuid not null,
  at timestamptz not null,
  constraint text_consent_command_key unique (therapist_id, client_id, command, action, channel, purpose),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id),
  check ((action = 'requested') = (how = 'start')),
  check (how not in ('stop', 'provider') or action = 'withdrawn'),
  check ((how in ('client', 'therapist')) = (by_account is not null)),
  check (num_nulls(channel, purpose, version, language, sender_name, provider, provider_country) = case when action = 'requested' then 7 else 0 end)
);
comment on table app.text_consent is 'owner: therapist; erasure: keep by def.end_text_consents_of_account (record: the ledger is the proof, and what is in force ends); disconnect: keep by def.end_text_consents_of_record (what is in force ends)';
create index text_consent_record on app.text_consent (therapist_id, client_id, position);
create trigger text_consent_append_only before update or delete on app.text_consent for each statement execute function app.refuse_change();

-- Rights. Only functions write, so that no one can record a consent in another person's name.
grant select on app.text_number, app.text_consent to attune_app_therapist, attune_app_client;
grant select, insert (client_id, therapist_id, number, changed_at), update (number, changed_at, first_text_at) on app.text_number to attune_app_definer;
grant select, insert (therapist_id, client_id, number, channel, purpose, action, how, by_account, version, language, sender_name, provider, provider_country,
  command, at) on app.text_consent to attune_app_definer;

set local role attune_app_definer;

-- The consents of a record that are in force: given for its present number and not withdrawn since.
create function def.text_consents_in_force(client uuid) returns setof app.text_consent language sql stable set search_path = pg_catalog, pg_temp as $$
  select l.* from app.text_number n, lateral (
      select distinct on (c.channel, c.purpose) c.* from app.text_consent c
      where c.therapist_id = n.therapist_id and c.client_id = n.client_id and c.action <> 'requested'
      order by c.channel, c.purpose, c.position desc) l
  where n.client_id = client and l.action = 'given' and l.number = n.number
$$;

-- Withdraws the consents of a record that are in force; of one channel and of some purposes only where these are named. The caller holds the
-- lock on the number. Returns how many ended.
create function def.end_text_consents(client uuid, only_channel text, only_purposes text[], ended_how text, ended_by uuid, ended_command uuid, moment timestamptz)
returns int language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  ended int;
begin
  insert into app.text_consent (therapist_id, client_id, number, channel, purpose, action, how, by_account, version, language, sender_name, provider,
      provider_country, command, at)
    select f.therapist_id, f.client_id, f.number, f.channel, f.purpose, 'withdrawn', ended_how, ended_by, f.version, f.language, f.sender_name, f.provider,
      f.provider_country, ended_command, moment
    from def.text_consents_in_force(client) f
    where (only_channel is null or f.channel = only_channel) and (only_purposes is null or f.purpose = any (only_purposes));
  get diagnostics ended = row_count;
  return ended;
end $$;

-- Locks a record of the actor and its number until the transaction ends, in the order in which the end of a connection does. Returns the role
-- of the actor; null for a record of others.
create function def.lock_text_number(client uuid) returns text language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  side text;
begin
  select case when c.therapist_id = app.actor_id() then 'therapist' else 'client' end into side from app.client c
    where c.id = client and app.actor_id() in (c.therapist_id, c.account_id) for share;
  perform from app.text_number n where n.client_id = client and side is not null for update;
  return side;
end $$;

-- Records that the client agrees to receive texts for these purposes on a channel, at this number. The client does it in the app, the therapist
-- on the client's word. Another number than before ends the consents for the earlier one. The same command a second time changes nothing.
-- Returns 'given', 'inactive' for a record that has ended, or null for a record of others.
create function def.give_text_consent(client uuid, to_number text, on_channel text, purposes text[], text_version int, text_language text, name_in_texts text,
  by_provider text, in_country text, by_command uuid, moment timestamptz)
returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  side text := def.lock_text_number(client);
  owner uuid;
  state text;
  before text;
begin
  select c.therapist_id, c.status into owner, state from app.client c where c.id = client and app.actor_id() in (c.therapist_id, c.account_id);
  if side is null or owner is null then return null; end if;
  if state = 'inactive' then return 'inactive'; end if;
  if exists (select from app.text_consent c where c.therapist_id = owner and c.client_id = client and c.command = by_command) then return 'given'; end if;
  select n.number into before from app.text_number n where n.client_id = client;
  if before is null then
    insert into app.text_number (client_id, therapist_id, number, changed_at) values (client, owner, to_number, moment);
  elsif before <> to_number then
    perform def.end_text_consents(client, null, null, side, app.actor_id(), by_command, moment);
    update app.text_number n set number = to_number, changed_at = moment, first_text_at = null where n.client_id = client;
  elsif not exists (select from def.text_consents_in_force(client)) then
    update app.text_number n set first_text_at = null where n.client_id = client;
  end if;
  insert into app.text_consent (therapist_id, client_id, number, channel, purpose, action, how, by_account, version, language, sender_name, provider,
      provider_country, command, at)
    select owner, client, to_number, on_channel, p.purpose, 'given', side, app.actor_id(), text_version, text_language, name_in_texts, by_provider,
      in_country, by_command, moment
    from (select distinct u.purpose from unnest(purposes) u (purpose)) p
    where not exists (select from def.text_consents_in_force(client) f where f.channel = on_channel and f.purpose = p.purpose and f.version = text_version
      and f.language = text_language and f.sender_name = name_in_texts and f.provider = by_provider and f.provider_country = in_country);
  return 'given';
end $$;

-- Withdraws consents of a record: of one channel, or of both where it is null, and of some purposes, or of all. Returns false for a record of
-- others.
create function def.withdraw_text_consent(client uuid, on_channel text, purposes text[], by_command uuid, moment timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  side text := def.lock_text_number(client);
begin
  if side is null or not exists (select from app.client c where c.id = client and app.actor_id() in (c.therapist_id, c.account_id)) then return false; end if;
  perform def.end_text_consents(client, on_channel, purposes, side, app.actor_id(), by_command, moment);
  return true;
end $$;

-- The consents of a record of the actor that are in force on a channel. Until the transaction ends, no STOP and no other withdrawal is
-- committed: what is decided in it was decided with consent. Returns nothing for an inactive record.
create function def.text_consent(client uuid, channel text)
returns table (number text, purpose text, language text, sender_name text, first_text_sent boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.client c where c.id = client and app.actor_id() in (c.therapist_id, c.account_id) and c.status <> 'inactive' for share;
  if not found then return; end if;
  perform from app.text_number n where n.client_id = client for no key update;
  return query select f.number, f.purpose, f.language, f.sender_name, n.first_text_at is not null
    from def.text_consents_in_force(client) f join app.text_number n on n.client_id = f.client_id
    where f.channel = text_consent.channel order by f.purpose;
end $$;

-- Notes that a text has left for the present number of a record of the actor.
create function def.note_first_text(client uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.text_number n set first_text_at = moment from app.client c
    where n.client_id = client and c.id = client and c.therapist_id = app.actor_id() and n.first_text_at is null;
end $$;

-- Locks every record with a number and then the number of each, in the order of the records.
create function def.lock_text_numbers(locked text) returns uuid[] language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  records uuid[] := array(select n.client_id from app.text_number n where n.number = locked order by n.client_id);
begin
  perform from app.client c where c.id = any (records) order by c.id for share;
  perform from app.text_number n where n.client_id = any (records) order by n.client_id for update;
  return array(select n.client_id from app.text_number n where n.client_id = any (records) and n.number = locked order by n.client_id);
end $$;

-- Ends every consent for a number, of all therapists, because the number sent STOP ('stop') or the provider blocks it ('provider'). Returns
-- how many records lost a consent. A repeated call changes nothing.
create function def.stop_number(number text, how text, moment timestamptz) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
  ended int := 0;
begin
  foreach record in array def.lock_text_numbers(stop_number.number) loop
    if def.end_text_consents(record, null, null, stop_number.how, null, gen_random_uuid(), moment) > 0 then ended := ended + 1; end if;
  end loop;
  return ended;
end $$;

-- Records that a number asks to receive texts again, on every record with this number that has no consent in force. Nothing is sent until the
-- client, or the therapist on the client's word, consents again. Returns the number of records. A repeated call changes nothing.
create function def.start_number(number text, moment timestamptz) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  records uuid[] := def.lock_text_numbers(start_number.number);
  asking int;
begin
  insert into app.text_consent (therapist_id, client_id, number, action, how, command, at)
    select n.therapist_id, n.client_id, n.number, 'requested', 'start', gen_random_uuid(), moment
    from app.text_number n
    where n.client_id = any (records)
      and not exists (select from def.text_consents_in_force(n.client_id))
      and (select c.action from app.text_consent c where c.therapist_id = n.therapist_id and c.client_id = n.client_id
        order by c.position desc limit 1) <> 'requested';
  get diagnostics asking = row_count;
  return asking;
end $$;

-- Ends what a record has in force when its connection ends.
create function def.end_text_consents_of_record(therapist uuid, record uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.text_number n where n.client_id = record for update;
  perform def.end_text_consents(record, null, null, case when app.actor_id() = therapist then 'therapist' else 'client' end, app.actor_id(),
    gen_random_uuid(), moment);
end $$;

-- Ends what the records of an account have in force when the account is erased: those of a client, and those that a therapist owns.
create function def.end_text_consents_of_account(account uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  r record;
begin
  for r in select n.client_id, c.therapist_id from app.text_number n join app.client c on c.id = n.client_id
      where account in (c.account_id, c.therapist_id) order by n.client_id for update of n loop
    perform def.end_text_consents(r.client_id, null, null, case when r.therapist_id = account then 'therapist' else 'client' end, account,
      gen_random_uuid(), now());
  end loop;
end $$;

-- Whether a phone number as a therapist wrote it denotes a number in E.164: the same digits, or the same last digits without the leading
-- zeros of the national form.
create function def.same_phone(written text, e164 text) returns boolean language sql immutable set search_path = pg_catalog, pg_temp as $$
  select length(d.digits) >= 6 and right(e164, length(d.digits)) = d.digits from (select ltrim(regexp_replace(written, '\D', '', 'g'), '0') as digits) d
$$;

-- A changed phone number of a record is a changed number for texts where texts went to it: the consents end.
create function def.end_text_consents_of_phone() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  texts_to text;
begin
  select n.number into texts_to from app.text_number n where n.client_id = new.id for update;
  if def.same_phone(old.phone, texts_to) and not def.same_phone(new.phone, texts_to) then
    perform def.end_text_consents(new.id, null, null, case when app.actor_id() = new.account_id then 'client' else 'therapist' end, app.actor_id(),
      gen_random_uuid(), now());
  end if;
  return null;
end $$;

grant execute on function def.end_text_consents_of_phone() to attune_owner;
grant execute on function def.give_text_consent(uuid, text, text, text[], int, text, text, text, text, uuid, timestamptz),
  def.withdraw_text_consent(uuid, text, text[], uuid, timestamptz) to attune_app_therapist, attune_app_client;
grant execute on function def.text_consent(uuid, text) to attune_app_therapist, attune_app_client, attune_worker;
grant execute on function def.note_first_text(uuid, timestamptz), def.stop_number(text, text, timestamptz), def.start_number(text, timestamptz) to attune_worker;

-- A row in `change` for the therapist and the client per new row of the ledger.
create function def.change_text_consent() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'text_consent', r.client_id, tg_op, array[r.therapist_id] || array(select c.account_id from app.client c where c.id = r.client_id and c.account_id is not null),
      jsonb_build_object('client_id', r.client_id)
    from (select distinct n.therapist_id, n.client_id from new_rows n) r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
grant execute on function def.change_text_consent() to attune_owner;

set local role attune_owner;

create trigger phone_changed after update of phone on app.client for each row when (old.phone is distinct from new.phone)
  execute function def.end_text_consents_of_phone();
create trigger change_insert after insert on app.text_consent referencing new table as new_rows for each statement execute function def.change_text_consent();

do $$
declare
  name text;
begin
  foreach name in array array['text_number', 'text_consent'] loop
    execute format('create policy therapist_reads on app.%I for select to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy client_reads on app.%I for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]))', name);
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
