-- The files of a received text message are not kept. How many came is, so that a message without text says so.

-- How many files came with a text message of a client; none of them is stored.
alter table app.message add column media_count smallint not null default 0 check (media_count between 0 and 100);
alter table app.unassigned_text add column media_count smallint not null default 0 check (media_count between 0 and 100);

grant select (media_count) on app.message to attune_app_therapist, attune_app_client;
grant insert (media_count) on app.message to attune_app_definer;

set local role attune_app_definer;

drop function def.insert_received_text(uuid, uuid, text, text, text[], timestamptz, timestamptz);
drop function def.keep_unassigned_text(uuid, uuid, text, text, text, timestamptz);
drop function def.take_unassigned_text(uuid);

-- Inserts a text message of a client into the conversation of a record of the acting therapist. No account has sent it.
create function def.insert_received_text(message uuid, conversation uuid, by_channel text, written text, lexemes text[], received timestamptz,
  moment timestamptz, media int default 0)
returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  next_seq int;
begin
  insert into app.conversation (client_id, therapist_id) select c.id, c.therapist_id from app.client c
    where c.id = conversation and c.therapist_id = app.actor_id() on conflict (client_id) do nothing;
  select v.last_seq + 1 into next_seq from app.conversation v where v.client_id = conversation and v.therapist_id = app.actor_id() for update of v;
  if next_seq is null then raise exception 'a record of another therapist' using errcode = 'insufficient_privilege'; end if;
  insert into app.message (id, therapist_id, client_id, seq, by_role, channel, text, words, created_at, updated_at, media_count)
    values (message, app.actor_id(), conversation, next_seq, 'client', by_channel, written, array_to_tsvector(lexemes), received, received, media);
  update app.conversation v set last_seq = next_seq, last_at = moment where v.client_id = conversation;
  return next_seq;
end $$;

-- Keeps a text message for a therapist until it is moved or discarded.
create function def.keep_unassigned_text(text_id uuid, therapist uuid, by_channel text, from_number text, written text, moment timestamptz, media int)
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.unassigned_text (id, therapist_id, channel, number, text, received_at, media_count)
    values (text_id, therapist, by_channel, from_number, written, moment, media);
end $$;

-- Removes an unassigned text message of the acting therapist and returns it.
create function def.take_unassigned_text(text_id uuid) returns table (channel text, text text, received_at timestamptz, media_count int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query delete from app.unassigned_text u where u.id = text_id and u.therapist_id = app.actor_id()
    returning u.channel, u.text, u.received_at, u.media_count::int;
end $$;

grant execute on function def.take_unassigned_text(uuid) to attune_app_therapist;
grant execute on function def.insert_received_text(uuid, uuid, text, text, text[], timestamptz, timestamptz, int) to attune_app_therapist, attune_worker;
grant execute on function def.keep_unassigned_text(uuid, uuid, text, text, text, timestamptz, int) to attune_worker;
