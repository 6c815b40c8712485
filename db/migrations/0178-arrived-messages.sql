-- A message in the app is delivered once a device of its recipient has acknowledged it (decision 112).

-- How far the messages of a conversation have arrived on a device of one side. There is one row per side, and its number only rises.
create table app.conversation_arrival (
  therapist_id uuid not null,
  client_id uuid not null,
  -- The side that receives the messages.
  by_role text not null check (by_role in ('therapist', 'client')),
  seq int not null check (seq >= 1),
  primary key (therapist_id, client_id, by_role),
  foreign key (therapist_id, client_id) references app.conversation (therapist_id, client_id) on delete cascade
);
comment on table app.conversation_arrival is 'owner: therapist; erasure: keep (record); disconnect: keep; feature: message';

grant select on app.conversation_arrival to attune_app_therapist, attune_app_client, attune_app_backup;
grant select, insert (therapist_id, client_id, by_role, seq), update (seq) on app.conversation_arrival to attune_app_definer;

create policy therapist_reads on app.conversation_arrival for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_reads on app.conversation_arrival for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
create policy definer_keeps on app.conversation_arrival for all to attune_app_definer using (true);
create policy backup_reads on app.conversation_arrival for select to attune_app_backup using (true);
alter table app.conversation_arrival enable row level security, force row level security;

grant select (channel) on app.message to attune_app_definer;

set local role attune_app_definer;

-- Notes that messages, and those before them in their conversations, have arrived on a device of the actor. Returns how many of them the actor
-- receives. Writes nothing for messages that had arrived or were read before.
create function def.acknowledge_messages(messages uuid[]) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  received int;
begin
  with mine as (
    select m.therapist_id, m.client_id, m.seq, case when m.by_role = 'client' then 'therapist' else 'client' end as side
    from app.message m join app.client c on c.therapist_id = m.therapist_id and c.id = m.client_id
    where m.id = any (messages)
      and app.actor_id() = case when m.by_role = 'client' then c.therapist_id else c.account_id end),
  latest as (select n.therapist_id, n.client_id, n.side, max(n.seq) as seq from mine n group by n.therapist_id, n.client_id, n.side),
  noted as (
    insert into app.conversation_arrival as a (therapist_id, client_id, by_role, seq)
      select l.therapist_id, l.client_id, l.side, l.seq from latest l
      where not exists (select from app.conversation_arrival b
          where b.therapist_id = l.therapist_id and b.client_id = l.client_id and b.by_role = l.side and b.seq >= l.seq)
        and not exists (select from app.conversation_read r
          where r.therapist_id = l.therapist_id and r.client_id = l.client_id and r.by_role = l.side and r.seq >= l.seq)
      order by l.client_id, l.side
      on conflict (therapist_id, client_id, by_role) do update set seq = excluded.seq where a.seq < excluded.seq)
  select count(*)::int into received from mine;
  return received;
end $$;
comment on function def.acknowledge_messages(uuid[]) is 'feature: message';
grant execute on function def.acknowledge_messages(uuid[]) to attune_app_therapist, attune_app_client;

-- The latest message in the app of a conversation that the account of the job receives and has not read; null without one.
create function def.latest_unread_message(conversation uuid) returns uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select m.id from app.client c join app.message m on m.therapist_id = c.therapist_id and m.client_id = c.id
    where c.id = conversation and app.actor_id() = case when m.by_role = 'client' then c.therapist_id else c.account_id end
      and m.channel = 'app' and m.deleted_at is null
      and m.seq > (select coalesce(max(r.seq), 0) from app.conversation_read r where r.therapist_id = c.therapist_id and r.client_id = c.id
        and r.by_role <> m.by_role)
    order by m.seq desc limit 1);
end $$;
comment on function def.latest_unread_message(uuid) is 'feature: message';
grant execute on function def.latest_unread_message(uuid) to attune_worker;

-- A row in `change` for the side that has sent the messages. The other side shows nothing of it.
create function def.change_conversation_arrival() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'conversation_arrival', r.client_id, tg_op,
      case when r.by_role = 'client' then array[r.therapist_id]
        else array(select c.account_id from app.client c where c.id = r.client_id and c.account_id is not null) end,
      jsonb_build_object('conversation_id', r.client_id)
    from new_rows r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_conversation_arrival() is 'feature: platform';
grant execute on function def.change_conversation_arrival() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.conversation_arrival referencing new table as new_rows for each statement
  execute function def.change_conversation_arrival();
create trigger change_update after update on app.conversation_arrival referencing new table as new_rows for each statement
  execute function def.change_conversation_arrival();
