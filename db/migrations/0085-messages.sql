-- Conversations between a therapist and a client, their messages, and what each side has read.

-- The index of the search has a column of the owner beside the words.
create extension btree_gin schema public;

-- The one conversation of a client record. It exists from the moment the record gets an account.
create table app.conversation (
  client_id uuid primary key,
  therapist_id uuid not null,
  -- The number of the latest message. It is changed only while the row is locked, so the numbers have no gap.
  last_seq int not null default 0 check (last_seq >= 0),
  -- The time of the latest message; before the first message, the time of the connection.
  last_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (therapist_id, client_id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.conversation is 'owner: therapist; erasure: keep (record); disconnect: keep';

-- A message of either side. A deleted message keeps its row and its number, without its text.
create table app.message (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  seq int not null check (seq >= 1),
  by_role text not null check (by_role in ('therapist', 'client')),
  -- The account that wrote the message; null for a client without an account, who writes by text message.
  sender_id uuid,
  channel text not null default 'app' check (channel in ('app', 'sms', 'whatsapp')),
  text text not null check (length(text) <= 4000),
  -- The words of the text without case and accents, for the search.
  words tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  unique (therapist_id, id),
  unique (therapist_id, client_id, seq),
  foreign key (therapist_id, client_id) references app.conversation (therapist_id, client_id),
  check (sender_id is not null or by_role = 'client'),
  check (deleted_at is null or (text = '' and words = ''))
);
comment on table app.message is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index message_words on app.message using gin (therapist_id, words);
create index message_latest on app.message (therapist_id, created_at desc, id desc);

-- The files of a message, in their order. They belong to the account that sent the message.
create table app.message_file (
  account_id uuid not null,
  file_id uuid not null,
  therapist_id uuid not null,
  message_id uuid not null,
  place int not null check (place between 0 and 9),
  primary key (account_id, file_id),
  foreign key (account_id, file_id) references app.file (account_id, id),
  foreign key (therapist_id, message_id) references app.message (therapist_id, id) on delete cascade
);
comment on table app.message_file is 'owner: account; erasure: keep by def.erase_message_files (those of therapists belong to the records); disconnect: keep';
create index message_file_message on app.message_file (therapist_id, message_id, place);

-- How far one side had read and when. A message was read at the first of these times that reaches its number.
create table app.conversation_read (
  therapist_id uuid not null,
  client_id uuid not null,
  by_role text not null check (by_role in ('therapist', 'client')),
  seq int not null check (seq >= 1),
  account_id uuid not null,
  at timestamptz not null,
  primary key (therapist_id, client_id, by_role, seq),
  foreign key (therapist_id, client_id) references app.conversation (therapist_id, client_id) on delete cascade
);
comment on table app.conversation_read is 'owner: therapist; erasure: keep (record); disconnect: keep';

alter table app.client no force row level security;
insert into app.conversation (therapist_id, client_id, last_at)
  select c.therapist_id, c.id, coalesce(c.connected_at, now()) from app.client c where c.account_id is not null;
alter table app.client force row level security;

alter table app.notification drop constraint notification_related_type_check;
alter table app.notification add constraint notification_related_type_check
  check (related_type in ('user', 'session', 'client', 'task', 'entry', 'conversation'));

-- A conversation that is opened again within a quarter of an hour is recorded once; so is a search in all conversations, which names none.
create unique index audit_conversation_opened on app.audit (actor_id, thing_id, action, (date_bin('15 minutes', at, timestamptz 'epoch')))
  nulls not distinct where action = 'open' and thing = 'conversation';

-- Rights. Only functions write, so that no one can choose a number or write in another person's name.
grant select on app.conversation, app.conversation_read, app.message_file to attune_app_therapist, attune_app_client;
grant select (id, therapist_id, client_id, seq, by_role, sender_id, channel, text, created_at, updated_at, edited_at, deleted_at)
  on app.message to attune_app_therapist, attune_app_client;
do $$
declare
  name text;
begin
  foreach name in array array['conversation', 'message', 'conversation_read'] loop
    execute format('create policy therapist_reads on app.%I for select to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy client_reads on app.%I for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]))', name);
  end loop;
end $$;
create policy therapist_reads on app.message_file for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_reads on app.message_file for select to attune_app_client
  using (exists (select from app.message m where m.id = message_file.message_id));

-- An email about messages asks whether they are still unread. The worker reads no text.
grant select (id, therapist_id, client_id, seq, by_role, deleted_at) on app.message to attune_worker;
grant select (therapist_id, client_id, by_role, seq) on app.conversation_read to attune_worker;
create policy worker_sees on app.message for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy worker_sees on app.conversation_read for select to attune_worker using (therapist_id = (select app.actor_id()));

grant select, insert (client_id, therapist_id), update (last_seq, last_at) on app.conversation to attune_app_definer;
grant select (id, therapist_id, client_id, sender_id, words, created_at, deleted_at), update (text, words, updated_at, edited_at, deleted_at),
  insert (id, therapist_id, client_id, seq, by_role, sender_id, text, words, created_at, updated_at) on app.message to attune_app_definer;
grant select, insert (account_id, file_id, therapist_id, message_id, place), delete on app.message_file to attune_app_definer;
grant select, insert (therapist_id, client_id, by_role, seq, account_id, at) on app.conversation_read to attune_app_definer;

set local role attune_app_definer;

-- Creates the conversation of a record when the record gets an account.
create function def.begin_conversation() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.conversation (client_id, therapist_id) values (new.id, new.therapist_id) on conflict (client_id) do nothing;
  return null;
end $$;

-- Locks a conversation of the actor until the transaction ends, and its record first, as the end of a connection does. Returns no row for
-- a conversation of others. `notified` is whether the other side has an unread notification about the conversation.
create function def.lock_conversation(conversation uuid)
returns table (therapist_id uuid, account_id uuid, status text, disconnected boolean, notified boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.client c where c.id = conversation and app.actor_id() in (c.therapist_id, c.account_id) for share;
  if not found then return; end if;
  perform from app.conversation v where v.client_id = conversation for update;
  return query select c.therapist_id, c.account_id, c.status, c.disconnected_at is not null,
      exists (select from app.notification n where n.related_type = 'conversation' and n.related_id = conversation and not n.is_read
        and n.account_id = case when app.actor_id() = c.therapist_id then c.account_id else c.therapist_id end)
    from app.client c join app.conversation v on v.client_id = c.id where c.id = conversation;
end $$;

-- Inserts a message of the actor with the next number, while the record is connected. Returns whether the message is new; the same id a
-- second time inserts nothing.
create function def.insert_message(message uuid, conversation uuid, written text, lexemes text[], moment timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
  next_seq int;
begin
  select v.therapist_id, v.last_seq + 1 into owner, next_seq from app.conversation v join app.client c on c.id = v.client_id
    where v.client_id = conversation and app.actor_id() in (c.therapist_id, c.account_id) and c.account_id is not null and c.status <> 'inactive'
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

-- Attaches files of the actor to a message of the actor, in this order, and lets the other side read them. Returns how many were attached:
-- a file of another message is not.
create function def.attach_message_files(message uuid, files uuid[]) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  attached uuid[];
begin
  with added as (
    insert into app.message_file (account_id, file_id, therapist_id, message_id, place)
      select m.sender_id, f.id, m.therapist_id, m.id, f.place - 1
      from app.message m, unnest(files) with ordinality f (id, place) where m.id = message and m.sender_id = app.actor_id()
      on conflict (account_id, file_id) do nothing returning file_id)
  select coalesce(array_agg(a.file_id), '{}') into attached from added a;
  insert into app.file_reader (account_id, file_id, reader_id)
    select app.actor_id(), f, other.id from app.message m join app.client c on c.id = m.client_id, unnest(attached) f,
      lateral (values (c.therapist_id), (c.account_id)) other (id)
    where m.id = message and m.sender_id = app.actor_id() and other.id is not null
    on conflict do nothing;
  return cardinality(attached);
end $$;

-- Replaces the text of a message of the actor.
create function def.edit_message(message uuid, written text, lexemes text[], moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.message m set text = written, words = array_to_tsvector(lexemes), edited_at = moment, updated_at = moment
    where m.id = message and m.sender_id = app.actor_id() and m.deleted_at is null;
end $$;

-- Removes the text and the files of a message of the actor; the row stays. The bytes of the files go with the sweep of files.
create function def.delete_message(message uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  files uuid[];
begin
  update app.message m set text = '', words = '', deleted_at = moment, updated_at = moment
    where m.id = message and m.sender_id = app.actor_id() and m.deleted_at is null;
  if not found then return; end if;
  with gone as (delete from app.message_file f where f.message_id = message and f.account_id = app.actor_id() returning f.file_id)
  select coalesce(array_agg(g.file_id), '{}') into files from gone g;
  delete from app.file_reader r where r.account_id = app.actor_id() and r.file_id = any (files) and r.reader_id <> r.account_id;
end $$;

-- Detaches the files of a client from messages. They are erased with the account; the messages stay in the records.
create function def.erase_message_files(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.message_file f where f.account_id = account and f.therapist_id <> account;
end $$;

-- Notes that the actor has read a conversation up to a number. Returns whether that is further than before.
create function def.read_conversation(conversation uuid, up_to int, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
  side text;
  reached int;
begin
  select v.therapist_id, case when app.actor_id() = c.therapist_id then 'therapist' else 'client' end, least(v.last_seq, up_to)
    into owner, side, reached from app.conversation v join app.client c on c.id = v.client_id
    where v.client_id = conversation and app.actor_id() in (c.therapist_id, c.account_id) for update of v;
  if owner is null or reached < 1 or exists (select from app.conversation_read r
      where r.therapist_id = owner and r.client_id = conversation and r.by_role = side and r.seq >= reached) then
    return false;
  end if;
  insert into app.conversation_read (therapist_id, client_id, by_role, seq, account_id, at)
    values (owner, conversation, side, reached, app.actor_id(), moment);
  return true;
end $$;

-- The messages of a therapist, or of one of the therapist's conversations, that contain all words, the latest first. Each search has its
-- own plan: the index of words finds a rare word, and the latest messages contain a frequent one.
create function def.find_messages_of(query text, owner uuid, conversation uuid, before_at timestamptz, before_id uuid, most int)
returns table (id uuid, created_at timestamptz) language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query execute format('select m.id, m.created_at from app.message m where m.therapist_id = %L and m.words @@ %L::tsquery and m.deleted_at is null%s%s
      order by m.created_at desc, m.id desc limit %s', owner, query,
    case when conversation is not null then format(' and m.client_id = %L', conversation) end,
    case when before_at is not null then format(' and (m.created_at, m.id) < (%L, %L)', before_at, before_id) end, most);
end $$;

-- The messages of the actor's conversations, or of one of them, that contain all words, the latest first. A word of the query is the
-- beginning of a word. A function, because row security keeps a search from using its index.
create function def.find_messages(query text, conversation uuid, before_at timestamptz, before_id uuid, most int) returns table (id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select f.id from (
      select x.id, x.created_at from def.find_messages_of(query, app.actor_id(), conversation, before_at, before_id, most) x
      union all
      select x.id, x.created_at from app.client c, def.find_messages_of(query, c.therapist_id, c.id, before_at, before_id, most) x
        where c.account_id = app.actor_id() and (conversation is null or c.id = conversation)) f
    order by f.created_at desc, f.id desc limit most;
end $$;

grant execute on function def.begin_conversation() to attune_owner;
grant execute on function def.lock_conversation(uuid), def.insert_message(uuid, uuid, text, text[], timestamptz), def.attach_message_files(uuid, uuid[]),
  def.edit_message(uuid, text, text[], timestamptz), def.delete_message(uuid, timestamptz), def.read_conversation(uuid, int, timestamptz),
  def.find_messages(text, uuid, timestamptz, uuid, int) to attune_app_therapist, attune_app_client;

-- A row in `change` for the therapist and the client per changed row.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('conversation', 'r.client_id', 'jsonb_build_object(''id'', r.client_id)'),
    ('message', 'r.id', 'jsonb_build_object(''id'', r.id, ''conversation_id'', r.client_id)'),
    ('conversation_read', 'r.client_id', 'jsonb_build_object(''conversation_id'', r.client_id, ''by_role'', r.by_role)')
  ) as v (name, row_id, keys) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        insert into app.change (table_name, row_id, op, audience, keys)
          select '%1$s', %2$s, tg_op, array[r.therapist_id] || array(select c.account_id from app.client c where c.id = r.client_id and c.account_id is not null), %3$s
          from new_rows r;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.row_id, t.keys);
  end loop;
end $$;

set local role attune_owner;

create trigger conversation_begins after insert or update of account_id on app.client for each row when (new.account_id is not null)
  execute function def.begin_conversation();

do $$
declare
  name text;
begin
  foreach name in array array['conversation', 'message', 'conversation_read'] loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
  end loop;
  foreach name in array array['conversation', 'message', 'message_file', 'conversation_read'] loop
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
create trigger change_update after update on app.message referencing new table as new_rows for each statement execute function def.change_message();
