-- A guardian with the right 'messages' and the therapist write to each other. The conversation is in the client's record, in tables of its own, so that
-- nothing that reads the conversation with the client can contain it.

-- The one conversation of a guardian and a therapist about a client. It exists from the moment at which the guardian gets the right.
create table app.guardian_conversation (
  id uuid primary key default gen_random_uuid(),
  therapist_id uuid not null,
  client_id uuid not null,
  -- The latest row of this person as a guardian of the client, which has the name.
  guardian_id uuid not null,
  -- The account of the guardian; null after it was deleted.
  account_id uuid references app.profile (account_id),
  -- The number of the latest message. It is changed only while the row is locked, so the numbers have no gap.
  last_seq int not null default 0 check (last_seq >= 0),
  last_at timestamptz not null default now(),
  -- How far each side has read.
  therapist_seq int not null default 0 check (therapist_seq >= 0),
  guardian_seq int not null default 0 check (guardian_seq >= 0),
  unique (therapist_id, client_id, id),
  unique (therapist_id, client_id, account_id)
);
comment on table app.guardian_conversation is 'owner: therapist; erasure: keep by def.end_guardian_of_account (record: without the account); disconnect: keep; kept: record; feature: guardian';
create index guardian_conversation_guardian on app.guardian_conversation (therapist_id, guardian_id);
create index guardian_conversation_account on app.guardian_conversation (account_id);

create table app.guardian_message (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  conversation_id uuid not null,
  seq int not null check (seq >= 1),
  by_role text not null check (by_role in ('therapist', 'guardian')),
  text text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null,
  -- Deferrable, because a merge of two records numbers the messages of both again.
  unique (therapist_id, conversation_id, seq) deferrable,
  foreign key (therapist_id, client_id, conversation_id) references app.guardian_conversation (therapist_id, client_id, id)
    on update cascade on delete cascade
);
comment on table app.guardian_message is 'owner: therapist; erasure: keep (record); disconnect: keep; kept: record; feature: guardian';
create index guardian_message_conversation on app.guardian_message (therapist_id, client_id, conversation_id);

alter table app.client no force row level security;
alter table app.guardian no force row level security;
alter table app.guardian_conversation
  add foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  add foreign key (therapist_id, guardian_id) references app.guardian (therapist_id, id) on delete cascade;
alter table app.client force row level security;
alter table app.guardian force row level security;

-- The types that others have added stay.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(m[1]), ', ') into known
    from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([a-z-]+)''', 'g') m
    where k.conname = 'notification_related_type_check' and k.conrelid = 'app.notification'::regclass;
  alter table app.notification drop constraint notification_related_type_check;
  execute format('alter table app.notification add constraint notification_related_type_check check (related_type in (%s, ''guardian-messages''))', known);
end $$;

-- A conversation that is opened again within a quarter of an hour is recorded once.
create unique index audit_guardian_conversation_opened on app.audit (actor_id, thing_id, action, (date_bin('15 minutes', at, timestamptz 'epoch')))
  where action = 'open' and thing = 'guardian-conversation';

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Only functions write, so that no one can choose a number or write in another person's name.
grant select on app.guardian_conversation, app.guardian_message to attune_app_therapist, attune_app_backup;
-- A guardian does not learn when messages were sent that are older than the right.
grant select (id, therapist_id, client_id, account_id, last_seq, therapist_seq, guardian_seq) on app.guardian_conversation to attune_app_guardian;
grant select (id, therapist_id, client_id, conversation_id, seq, by_role, text, created_at) on app.guardian_message to attune_app_guardian;
create policy therapist_sees on app.guardian_conversation for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_sees on app.guardian_message for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy guardian_sees on app.guardian_conversation for select to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = guardian_conversation.therapist_id
    and r.client_id = guardian_conversation.client_id and r.kind = 'messages'));
create policy guardian_own on app.guardian_conversation as restrictive for select to attune_app_guardian
  using (account_id = (select app.actor_id()));
create policy guardian_sees on app.guardian_message for select to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = guardian_message.therapist_id and r.client_id = guardian_message.client_id
    and r.kind = 'messages' and r.since <= guardian_message.created_at));
create policy guardian_own on app.guardian_message as restrictive for select to attune_app_guardian
  using (exists (select from app.guardian_conversation v where v.id = guardian_message.conversation_id));
create policy backup_reads on app.guardian_conversation for select to attune_app_backup using (true);
create policy backup_reads on app.guardian_message for select to attune_app_backup using (true);
create policy definer_keeps on app.guardian_conversation for all to attune_app_definer using (true);
create policy definer_keeps on app.guardian_message for all to attune_app_definer using (true);
grant select, insert (therapist_id, client_id, guardian_id, account_id), delete,
  update (client_id, guardian_id, account_id, last_seq, last_at, therapist_seq, guardian_seq) on app.guardian_conversation to attune_app_definer;
grant select (id, therapist_id, client_id, conversation_id, seq, by_role, created_at), update (client_id, conversation_id, seq),
  insert (id, therapist_id, client_id, conversation_id, seq, by_role, text, created_at) on app.guardian_message to attune_app_definer;
alter table app.guardian_conversation enable row level security, force row level security;
alter table app.guardian_message enable row level security, force row level security;

set local role attune_app_definer;

-- Why nothing can be written in a conversation of the actor; null if it is open. 'ended': the guardian does not have the right now.
create function def.guardian_conversation_closed(conversation uuid) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select case
      when not exists (select from app.guardian_right r where r.account_id = v.account_id and r.therapist_id = v.therapist_id
        and r.client_id = v.client_id and r.kind = 'messages') then 'ended'
      when def.is_disabled(v.therapist_id) then 'unreachable'
      when c.status = 'inactive' then 'inactive' end
    from app.guardian_conversation v join app.client c on c.therapist_id = v.therapist_id and c.id = v.client_id
    where v.id = conversation and app.actor_id() in (v.therapist_id, v.account_id));
end $$;
comment on function def.guardian_conversation_closed(uuid) is 'feature: guardian';

-- Locks a conversation of the actor until the transaction ends. Returns no row for one of others. `notified` is whether the other side has an unread
-- notification about it, and `unread` whether it has unread messages of the actor.
create function def.lock_guardian_conversation(conversation uuid)
returns table (therapist_id uuid, client_id uuid, account_id uuid, closed text, notified boolean, unread boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.guardian_conversation v
    where v.id = conversation and (v.therapist_id = app.actor_id() or v.account_id = app.actor_id() and v.client_id = app.acting_for()) for update;
  if not found then return; end if;
  return query select v.therapist_id, v.client_id, v.account_id, def.guardian_conversation_closed(v.id),
      exists (select from app.notification n where n.related_type = 'guardian-messages' and n.related_id = v.id and not n.is_read
        and n.account_id = case when app.actor_id() = v.therapist_id then v.account_id else v.therapist_id end),
      exists (select from app.guardian_message m where m.therapist_id = v.therapist_id and m.conversation_id = v.id
        and (m.by_role = 'therapist') = (app.actor_id() = v.therapist_id)
        and m.seq > case when app.actor_id() = v.therapist_id then v.guardian_seq else v.therapist_seq end)
    from app.guardian_conversation v where v.id = conversation;
end $$;
comment on function def.lock_guardian_conversation(uuid) is 'feature: guardian';

-- Inserts a message of the actor with the next number, while the conversation is open. Returns whether it is new; the same id a second time inserts
-- nothing.
create function def.insert_guardian_message(message uuid, conversation uuid, written text, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v app.guardian_conversation;
begin
  select x.* into v from app.guardian_conversation x
    where x.id = conversation and (x.therapist_id = app.actor_id() or x.account_id = app.actor_id() and x.client_id = app.acting_for()) for update;
  if v.id is null or def.guardian_conversation_closed(v.id) is not null then
    raise exception 'not open' using errcode = 'insufficient_privilege';
  end if;
  insert into app.guardian_message (id, therapist_id, client_id, conversation_id, seq, by_role, text, created_at)
    values (message, v.therapist_id, v.client_id, v.id, v.last_seq + 1, case when app.actor_id() = v.therapist_id then 'therapist' else 'guardian' end,
      written, moment)
    on conflict (id) do nothing;
  if not found then return false; end if;
  update app.guardian_conversation x set last_seq = v.last_seq + 1, last_at = moment where x.id = v.id;
  return true;
end $$;
comment on function def.insert_guardian_message(uuid, uuid, text, timestamptz) is 'feature: guardian';

-- Notes that the actor has read a conversation up to a number. It never moves back.
create function def.read_guardian_conversation(conversation uuid, up_to int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.guardian_conversation v set therapist_seq = least(up_to, v.last_seq)
    where v.id = conversation and v.therapist_id = app.actor_id() and v.therapist_seq < least(up_to, v.last_seq);
  update app.guardian_conversation v set guardian_seq = least(up_to, v.last_seq)
    where v.id = conversation and v.account_id = app.actor_id() and v.client_id = app.acting_for() and v.guardian_seq < least(up_to, v.last_seq);
end $$;
comment on function def.read_guardian_conversation(uuid, int) is 'feature: guardian';
grant execute on function def.guardian_conversation_closed(uuid), def.lock_guardian_conversation(uuid),
  def.insert_guardian_message(uuid, uuid, text, timestamptz), def.read_guardian_conversation(uuid, int) to attune_app_therapist, attune_app_guardian;

-- The conversations with guardians in which the acting therapist has unread messages.
create function def.unread_guardian_conversations() returns table (id uuid, unread int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select v.id, count(*)::int from app.guardian_conversation v
    join app.guardian_message m on m.therapist_id = v.therapist_id and m.conversation_id = v.id and m.by_role = 'guardian' and m.seq > v.therapist_seq
    where v.therapist_id = app.actor_id() group by v.id;
end $$;
comment on function def.unread_guardian_conversations() is 'feature: guardian';
grant execute on function def.unread_guardian_conversations() to attune_app_therapist;

-- What an email about unread messages in a conversation of the acting therapist needs to know about its recipient: how far it has read, and whether it
-- has unread messages. No row for another conversation, or for a guardian without the right.
create function def.unread_guardian_messages(conversation uuid, recipient uuid)
returns table (client_id uuid, is_guardian boolean, read_seq int, has_unread boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select v.client_id, side.is_guardian, side.seq, exists (select from app.guardian_message m where m.therapist_id = v.therapist_id and m.conversation_id = v.id
      and m.seq > side.seq and (m.by_role = 'therapist') = side.is_guardian)
    from app.guardian_conversation v
      cross join lateral (select recipient <> v.therapist_id as is_guardian,
        case when recipient = v.therapist_id then v.therapist_seq else v.guardian_seq end as seq) side
    where v.id = conversation and v.therapist_id = app.actor_id()
      and (recipient = v.therapist_id or exists (select from app.guardian_right r where r.account_id = recipient and r.account_id = v.account_id
        and r.therapist_id = v.therapist_id and r.client_id = v.client_id and r.kind = 'messages'));
end $$;
comment on function def.unread_guardian_messages(uuid, uuid) is 'feature: guardian';
grant execute on function def.unread_guardian_messages(uuid, uuid) to attune_worker;

-- Moves the conversation of a guardian to another record of the same therapist. If this record has a conversation of the same account, the messages of
-- both become one, by their time; both sides have read it up to the first message that they had not read.
create function def.move_guardian_conversation(guardian uuid, record uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v app.guardian_conversation;
  kept app.guardian_conversation;
  first_unread timestamptz[];
begin
  for v in select x.* from app.guardian_conversation x where x.guardian_id = guardian and x.client_id <> record order by x.id for update loop
    select x.* into kept from app.guardian_conversation x
      where x.therapist_id = v.therapist_id and x.client_id = record and x.account_id = v.account_id for update;
    if kept.id is null then
      update app.guardian_conversation x set client_id = record where x.id = v.id;
      continue;
    end if;
    select array[min(m.created_at) filter (where m.by_role = 'guardian' and m.seq > x.therapist_seq),
        min(m.created_at) filter (where m.by_role = 'therapist' and m.seq > x.guardian_seq)]
      into first_unread
      from app.guardian_conversation x join app.guardian_message m on m.therapist_id = x.therapist_id and m.conversation_id = x.id
      where x.id in (v.id, kept.id);
    update app.guardian_message m set conversation_id = kept.id, client_id = record, seq = m.seq + kept.last_seq
      where m.therapist_id = v.therapist_id and m.conversation_id = v.id;
    update app.guardian_message m set seq = n.seq
      from (select x.id, row_number() over (order by x.created_at, x.id)::int as seq from app.guardian_message x
        where x.therapist_id = kept.therapist_id and x.conversation_id = kept.id) n
      where m.id = n.id;
    update app.guardian_conversation x set last_seq = v.last_seq + kept.last_seq, last_at = greatest(v.last_at, kept.last_at),
        therapist_seq = (select count(*) from app.guardian_message m where m.therapist_id = kept.therapist_id and m.conversation_id = kept.id
          and (first_unread[1] is null or m.created_at < first_unread[1])),
        guardian_seq = (select count(*) from app.guardian_message m where m.therapist_id = kept.therapist_id and m.conversation_id = kept.id
          and (first_unread[2] is null or m.created_at < first_unread[2]))
      where x.id = kept.id;
    delete from app.notification n where n.related_type = 'guardian-messages' and n.related_id = v.id;
    delete from app.guardian_conversation x where x.id = v.id;
  end loop;
end $$;
comment on function def.move_guardian_conversation(uuid, uuid) is 'feature: guardian';

-- Keeps the conversations like the guardians: begins one with the right, moves it with a merged record, and removes the account that was deleted.
-- A guardian who loses the right keeps no notification about it.
create function def.follow_guardian_conversation() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  had boolean := coalesce(old.account_id is not null and old.paused_at is null and old.ended_at is null and old.rights ? 'messages', false);
  has boolean := coalesce(new.account_id is not null and new.paused_at is null and new.ended_at is null and new.rights ? 'messages', false);
begin
  if old.client_id <> new.client_id then perform def.move_guardian_conversation(new.id, new.client_id); end if;
  if had and not has then
    delete from app.notification n where n.account_id = old.account_id and n.related_type = 'guardian-messages'
      and n.related_id in (select v.id from app.guardian_conversation v where v.therapist_id = new.therapist_id and v.client_id = new.client_id
        and v.account_id = old.account_id);
  end if;
  if old.account_id is not null and new.account_id is null then
    update app.guardian_conversation v set account_id = null
      where v.therapist_id = new.therapist_id and v.client_id = new.client_id and v.account_id = old.account_id;
  end if;
  if has then
    insert into app.guardian_conversation as v (therapist_id, client_id, guardian_id, account_id)
      values (new.therapist_id, new.client_id, new.id, new.account_id)
      on conflict (therapist_id, client_id, account_id) do update set guardian_id = excluded.guardian_id where v.guardian_id <> excluded.guardian_id;
  end if;
  return null;
end $$;
comment on function def.follow_guardian_conversation() is 'feature: guardian';
grant execute on function def.follow_guardian_conversation() to attune_owner;

-- Announces each changed conversation to the therapist, and to the guardian while the right is in force.
create function def.change_guardian_conversation() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'guardian_conversation', r.id, tg_op, array[r.therapist_id] || array(select g.account_id from app.guardian_right g
        where g.account_id = r.account_id and g.therapist_id = r.therapist_id and g.client_id = r.client_id and g.kind = 'messages'),
      jsonb_build_object('id', r.id, 'client_id', r.client_id, 'therapist_id', r.therapist_id)
    from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_guardian_conversation() is 'feature: platform';
grant execute on function def.change_guardian_conversation() to attune_owner;

set local role attune_owner;

create trigger messages_follow after update on app.guardian for each row execute function def.follow_guardian_conversation();
create trigger change_insert after insert on app.guardian_conversation referencing new table as changed for each statement
  execute function def.change_guardian_conversation();
create trigger change_update after update on app.guardian_conversation referencing new table as changed for each statement
  execute function def.change_guardian_conversation();
create trigger change_delete after delete on app.guardian_conversation referencing old table as changed for each statement
  execute function def.change_guardian_conversation();
