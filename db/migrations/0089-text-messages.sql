-- Text messages: what leaves by SMS or WhatsApp, and what comes in.

-- One text message to a client's number: a message of a conversation, a notice that there is one, or a reminder. A new attempt
-- after a failure is a new row.
create table app.delivery (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  -- The message that leaves, or null for a notice or a reminder of its own.
  message_id uuid,
  attempt int not null default 1 check (attempt >= 1),
  purpose text not null check (purpose in ('content', 'notice', 'reminder')),
  channel text not null check (channel in ('sms', 'whatsapp')),
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  -- Our number from which it left; null while it waits.
  sender text check (sender ~ '^\+[1-9][0-9]{6,14}$'),
  -- The text of a message with content, the only text of a message that the worker reads. Null once the provider has accepted it or the
  -- product has given up.
  body text check (length(body) <= 4000),
  -- What the text of a notice or a reminder is made of, such as a start time or the id and the variables of a template. Never a text
  -- that a person wrote.
  params jsonb not null default '{}',
  -- 0 waiting, 1 requested from the provider, 2 sent, 3 delivered, 4 read. It never falls, except when the provider took nothing.
  rank smallint not null default 0 check (rank between 0 and 4),
  is_accepted boolean not null default false,
  -- The request got no answer. Such a delivery is never repeated; a report of the provider settles it.
  is_uncertain boolean not null default false,
  failed text check (failed in ('country', 'expired', 'limited', 'misconfigured', 'no-consent', 'not-mobile', 'not-reachable', 'other', 'recalled',
    'stopped', 'window-closed')),
  provider_id text check (length(provider_id) <= 200),
  segments smallint check (segments between 1 and 100),
  created_at timestamptz not null,
  due_at timestamptz not null,
  asked_at timestamptz,
  read_at timestamptz,
  updated_at timestamptz not null,
  unique (therapist_id, message_id, attempt),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  foreign key (therapist_id, message_id) references app.message (therapist_id, id) on delete cascade,
  check (purpose <> 'content' or message_id is not null),
  check (body is null or (purpose = 'content' and failed is null and not is_accepted))
);
comment on table app.delivery is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index delivery_number on app.delivery (therapist_id, number, channel, created_at);
create index delivery_client on app.delivery (therapist_id, client_id);
create index delivery_waiting on app.delivery (therapist_id, due_at) where rank <= 1 and failed is null and not is_accepted and not is_uncertain;
create index delivery_month on app.delivery (therapist_id, asked_at);

-- What the provider reported as received, once per message, without number and text: repeated reports find the row, and the counts are
-- made of these rows.
create table app.incoming_text (
  provider_id text primary key check (length(provider_id) <= 200),
  channel text not null check (channel in ('sms', 'whatsapp')),
  outcome text not null check (outcome in ('message', 'unassigned', 'several', 'unknown', 'stop', 'start')),
  received_at timestamptz not null
);
comment on table app.incoming_text is 'owner: product; erasure: keep (counts, names no one); disconnect: keep';
create index incoming_text_received on app.incoming_text (received_at);

-- A text message that belongs to no conversation yet. The text is null if records of several therapists have the number.
create table app.unassigned_text (
  id uuid primary key,
  therapist_id uuid not null,
  channel text not null check (channel in ('sms', 'whatsapp')),
  number text not null check (length(number) <= 20),
  text text check (length(text) <= 4000),
  received_at timestamptz not null,
  unique (therapist_id, id)
);
comment on table app.unassigned_text is 'owner: therapist; erasure: delete; disconnect: keep';
create index unassigned_text_received on app.unassigned_text (therapist_id, received_at);

grant select (id, therapist_id, client_id, message_id, attempt, purpose, channel, rank, is_accepted, is_uncertain, failed, segments, created_at,
  due_at, asked_at, read_at) on app.delivery to attune_app_therapist;
grant select (id, therapist_id, client_id, message_id, attempt, channel, rank, is_accepted, is_uncertain, failed, segments, read_at)
  on app.delivery to attune_app_client;
grant select, update (body, params, rank, is_accepted, is_uncertain, failed, provider_id, segments, due_at, sender, asked_at, read_at,
  updated_at) on app.delivery to attune_worker;
grant select on app.unassigned_text to attune_app_therapist;

create policy therapist_reads on app.delivery for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_reads on app.delivery for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
create policy worker_sends on app.delivery for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy therapist_reads on app.unassigned_text for select to attune_app_therapist using (therapist_id = (select app.actor_id()));

grant select, insert (id, therapist_id, client_id, message_id, attempt, purpose, channel, number, body, params, created_at, due_at, updated_at),
  update (purpose, body, failed, updated_at) on app.delivery to attune_app_definer;
grant select, insert, delete on app.incoming_text to attune_app_definer;
grant select, insert, delete on app.unassigned_text to attune_app_definer;
grant insert (channel) on app.message to attune_app_definer;
grant select (updated_at) on app.message to attune_app_definer;
-- The WhatsApp window opens with a message of the client.
grant select (channel, created_at) on app.message to attune_worker;

set local role attune_app_definer;

-- Lets one transaction after the other decide about a number: STOP, START and the claim of each text message to it.
create function def.lock_number(number text) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as
  $$ select pg_advisory_xact_lock(hashtext('attune text to'), hashtext(number)) $$;

-- Inserts a message of the acting therapist that leaves as a text message, with the next number, while the record is neither inactive nor
-- disconnected. Returns whether the message is new.
create function def.insert_text_message(message uuid, conversation uuid, by_channel text, written text, lexemes text[], moment timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  next_seq int;
begin
  select v.last_seq + 1 into next_seq from app.conversation v join app.client c on c.id = v.client_id
    where v.client_id = conversation and c.therapist_id = app.actor_id() and c.status <> 'inactive' and c.disconnected_at is null for update of v;
  if next_seq is null then raise exception 'not connected' using errcode = 'insufficient_privilege'; end if;
  insert into app.message (id, therapist_id, client_id, seq, by_role, sender_id, channel, text, words, created_at, updated_at)
    values (message, app.actor_id(), conversation, next_seq, 'therapist', app.actor_id(), by_channel, written, array_to_tsvector(lexemes), moment, moment)
    on conflict (id) do nothing;
  if not found then return false; end if;
  update app.conversation v set last_seq = next_seq, last_at = moment where v.client_id = conversation;
  return true;
end $$;

-- Inserts a text message of a client into the conversation of a record of the acting therapist. No account has sent it.
create function def.insert_received_text(message uuid, conversation uuid, by_channel text, written text, lexemes text[], received timestamptz,
  moment timestamptz)
returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  next_seq int;
begin
  insert into app.conversation (client_id, therapist_id) select c.id, c.therapist_id from app.client c
    where c.id = conversation and c.therapist_id = app.actor_id() on conflict (client_id) do nothing;
  select v.last_seq + 1 into next_seq from app.conversation v where v.client_id = conversation and v.therapist_id = app.actor_id() for update of v;
  if next_seq is null then raise exception 'a record of another therapist' using errcode = 'insufficient_privilege'; end if;
  insert into app.message (id, therapist_id, client_id, seq, by_role, channel, text, words, created_at, updated_at)
    values (message, app.actor_id(), conversation, next_seq, 'client', by_channel, written, array_to_tsvector(lexemes), received, received);
  update app.conversation v set last_seq = next_seq, last_at = moment where v.client_id = conversation;
  return next_seq;
end $$;

-- Queues a text message to the number for which the client consents to the purpose. Returns false if there is no such consent. A
-- delivery of the same message gets the next attempt.
create function def.queue_delivery(delivery uuid, record uuid, message uuid, by_channel text, for_purpose text, written text, details jsonb,
  due timestamptz, moment timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.delivery (id, therapist_id, client_id, message_id, attempt, purpose, channel, number, body, params, created_at, due_at, updated_at)
    select delivery, c.therapist_id, c.id, message, 1 + coalesce((select max(d.attempt) from app.delivery d where d.message_id = message), 0),
      for_purpose, by_channel, k.number, written, details, moment, due, moment
    from app.client c, def.text_consent(c.id, by_channel) k
    where c.id = record and c.therapist_id = app.actor_id() and k.purpose = for_purpose
    limit 1;
  return found;
end $$;

-- Locks the waiting delivery of a message of the acting therapist and replaces its text; null recalls it. Returns false if the message has
-- left, or is about to.
create function def.change_waiting_delivery(message uuid, for_purpose text, written text, is_recalled boolean, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.delivery d where d.message_id = message and d.therapist_id = app.actor_id() and d.rank = 0 and d.failed is null for update;
  if not found then return false; end if;
  update app.delivery d set purpose = for_purpose, body = case when not is_recalled then written end,
      failed = case when is_recalled then 'recalled' end, updated_at = moment
    where d.message_id = message and d.therapist_id = app.actor_id() and d.rank = 0 and d.failed is null;
  return found;
end $$;

-- The therapist for whom a delivery leaves.
create function def.delivery_owner(delivery uuid) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as
  $$ select d.therapist_id from app.delivery d where d.id = delivery $$;

-- The deliveries to send or to settle: those that have been due since `due`, and those requested before `asked` without an answer.
create function def.overdue_deliveries(due timestamptz, asked timestamptz) returns table (id uuid, therapist_id uuid, is_asked boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as
  $$ select d.id, d.therapist_id, d.rank = 1 from app.delivery d where d.rank <= 1 and d.failed is null and not d.is_accepted and not d.is_uncertain
       and ((d.rank = 0 and d.due_at < due) or (d.rank = 1 and d.asked_at < asked)) order by d.due_at limit 500 $$;

-- Whether another text to a number is requested and has no answer yet.
create function def.number_is_busy(to_number text, by_channel text, asked_after timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as
  $$ select exists (select from app.delivery d where d.number = to_number and d.channel = by_channel and d.rank = 1 and d.failed is null
       and not d.is_accepted and not d.is_uncertain and d.asked_at > asked_after) $$;

-- Whether the acting therapist has an unread notification about a conversation.
create function def.has_unread_notification(conversation uuid) returns boolean language plpgsql stable security definer
set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.notification n where n.account_id = app.actor_id() and n.related_type = 'conversation'
    and n.related_id = conversation and not n.is_read);
end $$;

-- Ends every waiting delivery to a number, in the transaction of STOP.
create function def.stop_deliveries(to_number text, moment timestamptz) returns void language sql volatile security definer
set search_path = pg_catalog, pg_temp as
  $$ update app.delivery d set body = null, failed = 'stopped', updated_at = moment where d.number = to_number and d.rank = 0 and d.failed is null $$;

-- Notes a text message from the provider. Returns false if it was noted before.
create function def.note_incoming_text(provider text, by_channel text, found_outcome text, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.incoming_text (provider_id, channel, outcome, received_at) values (provider, by_channel, found_outcome, moment) on conflict do nothing;
  return found;
end $$;

-- The record whose conversation last wrote to a number from one of our numbers.
create function def.last_writer_to(to_number text, by_channel text, our_number text) returns table (therapist_id uuid, client_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as
  $$ select d.therapist_id, d.client_id from app.delivery d where d.number = to_number and d.channel = by_channel and d.sender = our_number and d.asked_at is not null
     order by d.asked_at desc, d.created_at desc limit 1 $$;

-- The therapists who have a record with a number.
create function def.therapists_with_number(with_number text) returns setof uuid language plpgsql stable security definer
set search_path = pg_catalog, pg_temp as $$
begin
  return query select distinct n.therapist_id from app.text_number n where n.number = with_number;
end $$;

-- Keeps a text message for a therapist until it is moved or discarded.
create function def.keep_unassigned_text(text_id uuid, therapist uuid, by_channel text, from_number text, written text, moment timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as
  $$ insert into app.unassigned_text (id, therapist_id, channel, number, text, received_at)
     values (text_id, therapist, by_channel, from_number, written, moment) $$;

-- Removes an unassigned text message of the acting therapist and returns it.
create function def.take_unassigned_text(text_id uuid) returns table (channel text, text text, received_at timestamptz)
language sql volatile security definer set search_path = pg_catalog, pg_temp as
  $$ delete from app.unassigned_text u where u.id = text_id and u.therapist_id = app.actor_id() returning u.channel, u.text, u.received_at $$;

-- How many text messages left in each month since `since`, and as how many SMS, over all therapists. Months are those of UTC.
create function def.text_totals(since timestamptz) returns table (month text, channel text, messages int, segments int)
language sql stable security definer set search_path = pg_catalog, pg_temp as
  $$ select to_char(d.asked_at at time zone 'UTC', 'YYYY-MM'), d.channel, count(*)::int, sum(coalesce(d.segments, 1))::int
     from app.delivery d where d.is_accepted and d.asked_at >= since group by 1, 2 $$;

-- How many text messages came since `since` from numbers of no client, and when the latest came.
create function def.unknown_texts(since timestamptz) returns table (count int, latest_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as
  $$ select count(*)::int, max(t.received_at) from app.incoming_text t where t.outcome = 'unknown' and t.received_at >= since $$;

-- Creates the conversation of a record without an account when texts may go to it.
create function def.begin_text_conversation() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.conversation (client_id, therapist_id) values (new.client_id, new.therapist_id) on conflict (client_id) do nothing;
  return null;
end $$;

-- A change of the state of a delivery is a change of its message.
create function def.touch_delivered_message() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.message m set updated_at = greatest(m.updated_at, n.updated_at) from new_rows n
    where m.therapist_id = n.therapist_id and m.id = n.message_id;
  return null;
end $$;

-- A row in `change` for the therapist per text message that comes to or leaves 'Unassigned'.
create function def.change_unassigned_text() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'unassigned_text', r.id, tg_op, array[r.therapist_id], jsonb_build_object('id', r.id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;

grant execute on function def.begin_text_conversation(), def.touch_delivered_message(), def.change_unassigned_text() to attune_owner;
grant execute on function def.insert_text_message(uuid, uuid, text, text, text[], timestamptz),
  def.change_waiting_delivery(uuid, text, text, boolean, timestamptz), def.take_unassigned_text(uuid) to attune_app_therapist;
grant execute on function def.queue_delivery(uuid, uuid, uuid, text, text, text, jsonb, timestamptz, timestamptz),
  def.insert_received_text(uuid, uuid, text, text, text[], timestamptz, timestamptz) to attune_app_therapist, attune_worker;
grant execute on function def.text_totals(timestamptz), def.unknown_texts(timestamptz) to attune_app_admin;
grant execute on function def.lock_number(text), def.delivery_owner(uuid), def.overdue_deliveries(timestamptz, timestamptz),
  def.number_is_busy(text, text, timestamptz), def.stop_deliveries(text, timestamptz), def.note_incoming_text(text, text, text, timestamptz),
  def.has_unread_notification(uuid), def.last_writer_to(text, text, text), def.therapists_with_number(text), def.keep_unassigned_text(uuid, uuid, text, text, text, timestamptz) to attune_worker;

set local role attune_owner;

create trigger conversation_begins after insert on app.text_number for each row execute function def.begin_text_conversation();
create trigger touch_message after update on app.delivery referencing new table as new_rows for each statement
  execute function def.touch_delivered_message();
create trigger change_insert after insert on app.unassigned_text referencing new table as changed for each statement
  execute function def.change_unassigned_text();
create trigger change_delete after delete on app.unassigned_text referencing old table as changed for each statement
  execute function def.change_unassigned_text();

do $$
declare
  name text;
begin
  foreach name in array array['delivery', 'incoming_text', 'unassigned_text'] loop
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;

select jobs.create_queue('text', '{"policy": "standard", "retryLimit": 12, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
