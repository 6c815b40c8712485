-- The conversations of a therapist with the assistant: questions with their answers, the earlier ones of which go along with the next question.

-- A conversation. Without a client it is about no client. It is no part of the record.
create table app.assistant_conversation (
  id uuid not null,
  therapist_id uuid not null references app.calendar (therapist_id) on delete cascade,
  client_id uuid,
  created_at timestamptz not null,
  -- When the last question or answer came.
  last_at timestamptz not null,
  -- The browser makes the id. One that another therapist has is free.
  primary key (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.assistant_conversation is 'owner: therapist; erasure: delete by def.end_assistant_of_account (no part of the record); disconnect: delete by def.end_assistant_of_record; feature: assistant';
create index assistant_conversation_last on app.assistant_conversation (therapist_id, last_at desc, id);
create index assistant_conversation_client on app.assistant_conversation (therapist_id, client_id);

-- A question of a conversation with its answer. `waiting`: the request is on its way. `failed`: there is no complete answer, and `text` has what
-- arrived.
create table app.assistant_turn (
  id uuid not null,
  therapist_id uuid not null,
  conversation_id uuid not null,
  position bigint generated always as identity,
  question text not null check (length(question) between 1 and 1000),
  language text not null check (language in ('en', 'es', 'fr', 'de')),
  -- The chosen sources as the contract describes them.
  sources jsonb not null check (jsonb_typeof(sources) = 'array'),
  -- Whether the therapist edited the text that left, so that it differs from the question and the sources.
  is_edited boolean not null,
  state text not null check (state in ('waiting', 'answered', 'failed')),
  text text not null default '' check (length(text) <= 4194304),
  -- Where the quotations of each sentence are, as the contract describes it; null without sources, and as long as there is no answer.
  sentences jsonb check (jsonb_typeof(sentences) = 'array'),
  model text not null check (length(model) <= 200),
  asked_at timestamptz not null,
  primary key (therapist_id, id),
  foreign key (therapist_id, conversation_id) references app.assistant_conversation (therapist_id, id) on delete cascade
);
comment on table app.assistant_turn is 'owner: therapist; erasure: with app.assistant_conversation; disconnect: delete by def.end_assistant_of_record (those of the client); feature: assistant';
create index assistant_turn_conversation on app.assistant_turn (therapist_id, conversation_id, position);

grant select, delete, insert (id, therapist_id, client_id, created_at, last_at), update (last_at) on app.assistant_conversation to attune_app_therapist;
grant select, insert (id, therapist_id, conversation_id, question, language, sources, is_edited, state, model, asked_at),
  update (question, language, sources, is_edited, state, text, sentences, model, asked_at) on app.assistant_turn to attune_app_therapist;
grant select (id, therapist_id, client_id), delete on app.assistant_conversation to attune_app_definer;
create policy therapist_keeps on app.assistant_conversation for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_keeps on app.assistant_turn for all to attune_app_therapist using (therapist_id = (select app.actor_id()));

set local role attune_app_definer;

-- Withdraws the consent of a record that is in force, and deletes the drafts that were not accepted and the conversations about the client. The
-- caller holds the lock on the record.
create or replace function def.end_assistant(client uuid, ended_how text, ended_by uuid, ended_command uuid, moment timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.assistant_consent (therapist_id, client_id, action, how, by_account, version, language, terms_version, provider, provider_country, command, at)
    select f.therapist_id, f.client_id, 'withdrawn', ended_how, ended_by, f.version, f.language, f.terms_version, f.provider, f.provider_country,
      ended_command, moment
    from def.assistant_consent_in_force(client) f
    on conflict on constraint assistant_consent_command_key do nothing;
  delete from app.assistant_draft d using app.client c where c.id = client and d.therapist_id = c.therapist_id and d.client_id = c.id;
  delete from app.assistant_conversation d using app.client c where c.id = client and d.therapist_id = c.therapist_id and d.client_id = c.id;
end $$;

-- Ends what the records of an account have in force when the account is erased: those of a client, and those that a therapist owns. Also deletes
-- the therapist's conversations that are about no client.
create or replace function def.end_assistant_of_account(account uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  r record;
begin
  for r in select c.id, c.therapist_id from app.client c where account in (c.account_id, c.therapist_id) order by c.id for no key update loop
    perform def.end_assistant(r.id, case when r.therapist_id = account then 'therapist' else 'client' end, account, gen_random_uuid(), now());
  end loop;
  delete from app.assistant_conversation d where d.therapist_id = account;
end $$;

-- A row in `change` per conversation that began, went on or was deleted, for the therapist.
create function def.change_assistant_conversation() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'assistant_conversation', r.id, tg_op, array[r.therapist_id], jsonb_build_object('client_id', r.client_id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_assistant_conversation() is 'feature: platform';
grant execute on function def.change_assistant_conversation() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.assistant_conversation referencing new table as changed for each statement
  execute function def.change_assistant_conversation();
create trigger change_update after update on app.assistant_conversation referencing new table as changed for each statement
  execute function def.change_assistant_conversation();
create trigger change_delete after delete on app.assistant_conversation referencing old table as changed for each statement
  execute function def.change_assistant_conversation();

create policy definer_keeps on app.assistant_conversation for all to attune_app_definer using (true);

do $$
declare
  name text;
begin
  foreach name in array array['assistant_conversation', 'assistant_turn'] loop
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
