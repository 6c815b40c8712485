-- The assistant of therapists: who has switched it on, the clients' consent as an append-only ledger, how many words left and came on a day,
-- and the answers that were not accepted yet.

-- The therapists who have switched the assistant on, and the terms that they read.
create table app.assistant_switch (
  account_id uuid primary key references app.profile (account_id) on delete cascade,
  terms_version int not null check (terms_version >= 1),
  at timestamptz not null
);
comment on table app.assistant_switch is 'owner: account; erasure: delete; disconnect: keep';

-- The words that left for the endpoint and came back, by therapist and day in the therapist's zone.
create table app.assistant_day (
  account_id uuid not null references app.profile (account_id) on delete cascade,
  day date not null,
  words int not null check (words >= 0),
  primary key (account_id, day)
);
comment on table app.assistant_day is 'owner: account; erasure: delete; disconnect: keep';

-- One row per consent that was given or withdrawn. The latest row of a record is in force. A row keeps what the text of the consent named.
create table app.assistant_consent (
  position bigint generated always as identity primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  action text not null check (action in ('given', 'withdrawn')),
  -- Who changed it: the client in the app, or the therapist on the client's word.
  how text not null check (how in ('client', 'therapist')),
  by_account uuid not null,
  -- The text of the consent: its version and language, the terms of the assistant, the provider and its country (ISO 3166-1 alpha-2).
  version int not null check (version >= 1),
  language text not null check (language in ('en', 'es', 'fr', 'de')),
  terms_version int not null check (terms_version >= 1),
  provider text not null check (length(provider) between 1 and 200),
  provider_country text not null check (length(provider_country) between 1 and 60),
  command uuid not null,
  at timestamptz not null,
  constraint assistant_consent_command_key unique (therapist_id, client_id, command, action),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.assistant_consent is 'owner: therapist; erasure: keep by def.end_assistant_of_account (record: the ledger is the proof, and what is in force ends); disconnect: keep by def.end_assistant_of_record (what is in force ends)';
create index assistant_consent_record on app.assistant_consent (therapist_id, client_id, position);
create trigger assistant_consent_append_only before update or delete on app.assistant_consent for each statement execute function app.refuse_change();

-- An answer about a client that the therapist has neither accepted nor deleted. It is no part of the record.
create table app.assistant_draft (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  session_id uuid,
  purpose text not null check (purpose in ('note', 'summary', 'question', 'friendlier', 'shorter', 'translation', 'homework')),
  form text check (form in ('soap', 'dap', 'birp', 'free')),
  language text not null check (language in ('en', 'es', 'fr', 'de')),
  question text not null check (length(question) <= 1000),
  keywords text not null check (length(keywords) <= 5000),
  text text not null check (length(text) <= 4194304),
  -- Where the quotations of each sentence are, as the contract describes it; null for a text that was rewritten.
  sentences jsonb check (jsonb_typeof(sentences) = 'array'),
  model text not null check (length(model) <= 200),
  is_complete boolean not null,
  at timestamptz not null,
  unique (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  foreign key (therapist_id, session_id) references app.session (therapist_id, id) on delete set null (session_id)
);
comment on table app.assistant_draft is 'owner: therapist; erasure: delete by def.end_assistant_of_account (not accepted, so no part of the record); disconnect: delete by def.end_assistant_of_record';
create index assistant_draft_client on app.assistant_draft (therapist_id, client_id, at desc);
create index assistant_draft_session on app.assistant_draft (therapist_id, session_id);

-- Rights. Only functions write the ledger, so that no one can record a consent in another person's name.
grant select, insert (account_id, terms_version, at), update (terms_version, at), delete on app.assistant_switch to attune_app_therapist;
grant select, insert (account_id, day, words), update (words) on app.assistant_day to attune_app_therapist;
grant select on app.assistant_consent to attune_app_therapist, attune_app_client;
grant select, delete, insert (id, therapist_id, client_id, session_id, purpose, form, language, question, keywords, text, sentences, model, is_complete, at)
  on app.assistant_draft to attune_app_therapist;
grant select (account_id), delete on app.assistant_switch, app.assistant_day to attune_app_definer;
grant select, insert (therapist_id, client_id, action, how, by_account, version, language, terms_version, provider, provider_country, command, at)
  on app.assistant_consent to attune_app_definer;
grant select (id, therapist_id, client_id), delete on app.assistant_draft to attune_app_definer;
create policy therapist_keeps on app.assistant_switch for all to attune_app_therapist using (account_id = (select app.actor_id()));
create policy therapist_keeps on app.assistant_day for all to attune_app_therapist using (account_id = (select app.actor_id()));
create policy therapist_reads on app.assistant_consent for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_reads on app.assistant_consent for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
create policy therapist_keeps on app.assistant_draft for all to attune_app_therapist using (therapist_id = (select app.actor_id()));

set local role attune_app_definer;

-- The latest row of a record, if it is a consent that was given.
create function def.assistant_consent_in_force(client uuid) returns setof app.assistant_consent
language sql stable set search_path = pg_catalog, pg_temp as $$
  select l.* from (select c.* from app.assistant_consent c where c.client_id = client order by c.position desc limit 1) l where l.action = 'given'
$$;

-- Withdraws the consent of a record that is in force, and deletes the drafts that were not accepted. The caller holds the lock on the record.
create function def.end_assistant(client uuid, ended_how text, ended_by uuid, ended_command uuid, moment timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.assistant_consent (therapist_id, client_id, action, how, by_account, version, language, terms_version, provider, provider_country, command, at)
    select f.therapist_id, f.client_id, 'withdrawn', ended_how, ended_by, f.version, f.language, f.terms_version, f.provider, f.provider_country,
      ended_command, moment
    from def.assistant_consent_in_force(client) f
    on conflict on constraint assistant_consent_command_key do nothing;
  delete from app.assistant_draft d using app.client c where c.id = client and d.therapist_id = c.therapist_id and d.client_id = c.id;
end $$;

-- Locks a record of the actor until the transaction ends: no request about it leaves meanwhile. Returns the role of the actor; null for a record
-- of others.
create function def.lock_assistant_record(client uuid) returns text language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  side text;
begin
  select case when c.therapist_id = app.actor_id() then 'therapist' else 'client' end into side from app.client c
    where c.id = client and app.actor_id() in (c.therapist_id, c.account_id) for no key update;
  return side;
end $$;

-- Records that the client agrees to the assistant, by the client in the app or by the therapist on the client's word. The same command a second
-- time changes nothing. Returns 'given', 'inactive' for a record that has ended, or null for a record of others.
create function def.give_assistant_consent(client uuid, text_version int, text_language text, terms int, by_provider text, in_country text, by_command uuid,
  moment timestamptz)
returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  side text := def.lock_assistant_record(client);
  owner uuid;
  state text;
begin
  select c.therapist_id, case when c.disconnected_at is null then c.status else 'inactive' end into owner, state from app.client c
    where c.id = client and app.actor_id() in (c.therapist_id, c.account_id);
  if side is null or owner is null then return null; end if;
  if state = 'inactive' then return 'inactive'; end if;
  if exists (select from app.assistant_consent c where c.therapist_id = owner and c.client_id = client and c.command = by_command) then return 'given'; end if;
  insert into app.assistant_consent (therapist_id, client_id, action, how, by_account, version, language, terms_version, provider, provider_country, command, at)
    select owner, client, 'given', side, app.actor_id(), text_version, text_language, terms, by_provider, in_country, by_command, moment
    where not exists (select from def.assistant_consent_in_force(client) f where f.version = text_version and f.language = text_language
      and f.terms_version = terms and f.provider = by_provider and f.provider_country = in_country);
  return 'given';
end $$;

-- Withdraws the consent of a record and deletes its drafts. A repeated call changes nothing. Returns false for a record of others.
create function def.withdraw_assistant_consent(client uuid, by_command uuid, moment timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  side text := def.lock_assistant_record(client);
begin
  if side is null or not exists (select from app.client c where c.id = client and app.actor_id() in (c.therapist_id, c.account_id)) then return false; end if;
  perform def.end_assistant(client, side, app.actor_id(), by_command, moment);
  return true;
end $$;

-- Whether the assistant may be asked about a record of the acting therapist: 'yes', 'no-consent' to these terms, 'inactive', or null for a record
-- of others. Until the transaction ends, no withdrawal and no end of the connection is committed.
create function def.assistant_consent(client uuid, terms int) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  state text;
begin
  select case when c.disconnected_at is null then c.status else 'inactive' end into state from app.client c
    where c.id = client and c.therapist_id = app.actor_id() for share;
  if not found then return null; end if;
  if state = 'inactive' then return 'inactive'; end if;
  return case when exists (select from def.assistant_consent_in_force(client) f where f.terms_version = terms) then 'yes' else 'no-consent' end;
end $$;

-- Ends what a record has in force when its connection ends. The caller holds the lock on the record.
create function def.end_assistant_of_record(therapist uuid, record uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.end_assistant(record, case when app.actor_id() = therapist then 'therapist' else 'client' end, app.actor_id(), gen_random_uuid(), moment);
end $$;

-- Ends what the records of an account have in force when the account is erased: those of a client, and those that a therapist owns. Also deletes
-- what a therapist has switched on.
create function def.end_assistant_of_account(account uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  r record;
begin
  for r in select c.id, c.therapist_id from app.client c where account in (c.account_id, c.therapist_id) order by c.id for no key update loop
    perform def.end_assistant(r.id, case when r.therapist_id = account then 'therapist' else 'client' end, account, gen_random_uuid(), now());
  end loop;
end $$;

grant execute on function def.give_assistant_consent(uuid, int, text, int, text, text, uuid, timestamptz),
  def.withdraw_assistant_consent(uuid, uuid, timestamptz) to attune_app_therapist, attune_app_client;
grant execute on function def.assistant_consent(uuid, int) to attune_app_therapist;

-- A row in `change` per new row of the ledger, for the therapist and the client, and per draft, for the therapist.
create function def.change_assistant_consent() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'assistant_consent', r.client_id, tg_op,
      array[r.therapist_id] || array(select c.account_id from app.client c where c.id = r.client_id and c.account_id is not null),
      jsonb_build_object('client_id', r.client_id)
    from (select distinct n.therapist_id, n.client_id from new_rows n) r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
create function def.change_assistant_draft() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'assistant_draft', r.id, tg_op, array[r.therapist_id], jsonb_build_object('client_id', r.client_id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
grant execute on function def.change_assistant_consent(), def.change_assistant_draft() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.assistant_consent referencing new table as new_rows for each statement
  execute function def.change_assistant_consent();
create trigger change_insert after insert on app.assistant_draft referencing new table as changed for each statement execute function def.change_assistant_draft();
create trigger change_delete after delete on app.assistant_draft referencing old table as changed for each statement execute function def.change_assistant_draft();

do $$
declare
  name text;
begin
  foreach name in array array['assistant_switch', 'assistant_day', 'assistant_consent', 'assistant_draft'] loop
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
