-- The files that come with text messages are fetched from the provider, checked like uploads, and attached to the message.

comment on column app.message.media_count is 'how many files came with a text message of a client and were not kept';
comment on column app.unassigned_text.media_count is 'how many files came with a text message of a client and were not kept';

-- A file that came with a text message, until it is fetched and afterwards. It has the id that the file gets. Exactly one of `address`, `file_id`
-- and `refusal` is set: the file waits, was fetched, or could not be had.
create table app.text_media (
  id uuid primary key,
  therapist_id uuid not null,
  -- The message that it belongs to, or the text in 'Unassigned'.
  message_id uuid,
  unassigned_id uuid,
  channel text not null check (channel in ('sms', 'whatsapp')),
  place smallint not null check (place between 0 and 9),
  -- Where the provider has it.
  address text check (length(address) between 1 and 1000),
  -- The file belongs to the therapist, because a client may have no account.
  account_id uuid not null check (account_id = therapist_id),
  file_id uuid,
  refusal text check (length(refusal) <= 40),
  received_at timestamptz not null,
  unique (therapist_id, id),
  foreign key (therapist_id, message_id) references app.message (therapist_id, id) on delete cascade,
  foreign key (therapist_id, unassigned_id) references app.unassigned_text (therapist_id, id) on delete cascade,
  foreign key (account_id, file_id) references app.file (account_id, id),
  check (num_nonnulls(message_id, unassigned_id) = 1),
  check (num_nonnulls(address, file_id, refusal) = 1)
);
comment on table app.text_media is 'owner: therapist; erasure: with app.unassigned_text by def.erase_text_media (those of messages belong to the records); disconnect: keep';
create index text_media_message on app.text_media (therapist_id, message_id);
create index text_media_unassigned on app.text_media (therapist_id, unassigned_id);
create index text_media_file on app.text_media (account_id, file_id);
create index text_media_waiting on app.text_media (therapist_id, received_at) where address is not null;

grant select (id, therapist_id, account_id, message_id, unassigned_id, place, file_id, refusal) on app.text_media to attune_app_therapist;
grant select (id, therapist_id, account_id, message_id, place, file_id, refusal) on app.text_media to attune_app_client;
grant select, update (address, file_id, refusal) on app.text_media to attune_worker;
grant select, insert, update (message_id, unassigned_id), delete on app.text_media to attune_app_definer;
grant insert (id, account_id, name, kind, size, state, created_at, complete_at) on app.file to attune_worker;

create policy therapist_reads on app.text_media for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_reads on app.text_media for select to attune_app_client
  using (exists (select from app.message m where m.id = text_media.message_id));
create policy worker_fetches on app.text_media for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.text_media for all to attune_app_definer using (true);
grant select on app.text_media to attune_app_backup;
create policy backup_reads on app.text_media for select to attune_app_backup using (true);
alter table app.text_media enable row level security, force row level security;

set local role attune_app_definer;

-- Notes the files of a text message of a therapist, in their order.
create function def.keep_text_media(therapist uuid, message uuid, unassigned uuid, by_channel text, ids uuid[], addresses text[], moment timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.text_media (id, therapist_id, account_id, message_id, unassigned_id, channel, place, address, received_at)
    select a.id, therapist, therapist, message, unassigned, by_channel, a.place - 1, a.address, moment from unnest(ids, addresses) with ordinality a (id, address, place);
end $$;

-- Moves an unassigned text message of the acting therapist, and its files, to a message of the same therapist. Returns false if there is none.
create function def.move_unassigned_text(text_id uuid, message uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.text_media x set message_id = message, unassigned_id = null where x.unassigned_id = text_id and x.therapist_id = app.actor_id();
  delete from app.unassigned_text u where u.id = text_id and u.therapist_id = app.actor_id();
  return found;
end $$;

-- The files of text messages that have waited since before a moment.
create function def.overdue_text_media(before timestamptz) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select x.id, x.therapist_id from app.text_media x where x.address is not null and x.received_at < before order by x.received_at limit 500;
end $$;

-- Attaches the fetched files to their messages and lets the client read them. A row in `change` for each message and each unassigned text.
create function def.text_media_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.message_file (account_id, file_id, therapist_id, message_id, place)
    select n.therapist_id, n.file_id, n.therapist_id, n.message_id, n.place from new_rows n where n.message_id is not null and n.file_id is not null
    on conflict (account_id, file_id) do nothing;
  insert into app.file_reader (account_id, file_id, reader_id)
    select n.therapist_id, n.file_id, c.account_id from new_rows n join app.message m on m.id = n.message_id join app.client c on c.id = m.client_id
    where n.file_id is not null and c.account_id is not null on conflict do nothing;
  insert into app.change (table_name, row_id, op, audience, keys)
    select distinct 'message', m.id, 'UPDATE', array[m.therapist_id] || array(select c.account_id from app.client c where c.id = m.client_id and c.account_id is not null),
      jsonb_build_object('id', m.id, 'conversation_id', m.client_id) from new_rows n join app.message m on m.id = n.message_id
    union all
    select distinct 'unassigned_text', n.unassigned_id, 'UPDATE', array[n.therapist_id], jsonb_build_object('id', n.unassigned_id)
      from new_rows n where n.unassigned_id is not null;
  perform pg_notify('attune_change', '');
  return null;
end $$;

-- Deletes the files of deleted rows. The sweep of files removes the bytes, also those of a file that was being fetched. A file that the
-- therapist has attached to something else stays.
create function def.text_media_gone() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone record;
begin
  delete from app.message_file f using old_rows o where f.account_id = o.therapist_id and f.file_id = o.file_id;
  delete from app.file_reader r using old_rows o where r.account_id = o.therapist_id and r.file_id = o.file_id and r.reader_id <> r.account_id;
  for gone in select o.therapist_id, o.file_id from old_rows o where o.file_id is not null loop
    begin
      delete from app.file f where f.account_id = gone.therapist_id and f.id = gone.file_id;
    exception when foreign_key_violation then null;
    end;
  end loop;
  insert into app.file_gone (account_id, file_id) select o.therapist_id, o.id from old_rows o where o.file_id is null on conflict do nothing;
  return null;
end $$;

-- The account of a record reads the files of its text messages; an account that the record no longer has does not.
create function def.let_read_text_media() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.file_reader r using app.text_media x join app.message m on m.therapist_id = x.therapist_id and m.id = x.message_id
    where m.therapist_id = new.therapist_id and m.client_id = new.id and r.account_id = x.therapist_id and r.file_id = x.file_id
      and r.reader_id = old.account_id;
  insert into app.file_reader (account_id, file_id, reader_id)
    select x.therapist_id, x.file_id, new.account_id from app.text_media x join app.message m on m.therapist_id = x.therapist_id and m.id = x.message_id
    where m.therapist_id = new.therapist_id and m.client_id = new.id and x.file_id is not null and new.account_id is not null on conflict do nothing;
  return null;
end $$;

-- Deletes the files of the text messages of a client. The messages stay in the records.
create function def.erase_text_media(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.text_media x using app.message m join app.client c on c.id = m.client_id
    where m.therapist_id = x.therapist_id and m.id = x.message_id and c.account_id = account;
end $$;

-- Records that the actor has opened things. A file that came with a text message belongs to the therapist; its client reads of the opening.
create or replace function def.leave_lines(opened text, kind text, ids uuid[], moment timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if kind = 'client' then
    perform def.leave_line(opened, c.id, c.account_id, moment) from app.client c where c.therapist_id = app.actor_id() and c.id = any (ids);
  elsif kind = 'clients' then
    perform def.leave_line(opened, c.id, c.account_id, moment) from app.client c where c.therapist_id = app.actor_id() order by c.account_id;
  elsif kind = 'session' then
    perform def.leave_line(opened, s.session_id, c.account_id, moment) from app.session_client s join app.client c on c.id = s.client_id
      where s.therapist_id = app.actor_id() and s.session_id = any (ids) and s.answer <> 'declined';
  elsif kind = 'task' then
    perform def.leave_line(opened, t.id, c.account_id, moment) from app.task t join app.client c on c.id = t.client_id
      where t.therapist_id = app.actor_id() and t.id = any (ids);
  elsif kind = 'entry' then
    perform def.leave_line(opened, e.id, e.account_id, moment) from app.journal_entry e where e.id = any (ids);
  elsif kind = 'file' then
    perform def.leave_line(opened, f.id, coalesce(
        (select c.account_id from app.text_media x join app.message m on m.therapist_id = x.therapist_id and m.id = x.message_id
           join app.client c on c.id = m.client_id where x.account_id = f.account_id and x.file_id = f.id), f.account_id), moment)
      from app.file f where f.id = any (ids);
  else
    raise exception 'unknown kind of thing' using errcode = 'invalid_parameter_value';
  end if;
end $$;

grant execute on function def.text_media_changed(), def.text_media_gone(), def.let_read_text_media() to attune_owner;
grant execute on function def.move_unassigned_text(uuid, uuid) to attune_app_therapist;
grant execute on function def.keep_text_media(uuid, uuid, uuid, text, uuid[], text[], timestamptz), def.overdue_text_media(timestamptz) to attune_worker;

set local role attune_owner;

create trigger attach after update on app.text_media referencing new table as new_rows for each statement execute function def.text_media_changed();
create trigger gone after delete on app.text_media referencing old table as old_rows for each statement execute function def.text_media_gone();
create trigger let_read_text_media after update of account_id on app.client for each row when (new.account_id is distinct from old.account_id)
  execute function def.let_read_text_media();

select jobs.create_queue('text-media', '{"policy": "standard", "retryLimit": 12, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
