-- What late and repeated events may change about a number, and which text an answer belongs to.

set local role attune_app_definer;

-- Notes that a text has left for a number of a record of the actor. Counts only a text that was requested since the consents in force began:
-- a late report about an earlier number, or about a text before STOP, says nothing about the present consent.
drop function def.note_first_text(uuid, timestamptz);
create function def.note_first_text(client uuid, to_number text, asked timestamptz, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.text_number n set first_text_at = moment from app.client c
    where n.client_id = client and c.id = client and c.therapist_id = app.actor_id() and n.first_text_at is null and n.number = to_number
      and asked >= (select min(f.at) from def.text_consents_in_force(client) f);
end $$;

-- Ends the consents for a number, of all therapists, because the provider refuses every text to it, and the deliveries of these records that
-- wait. A record that has received a consent since the provider was asked keeps its consents: the refusal is older. The caller holds the lock
-- of the number. A repeated call changes nothing.
create function def.note_provider_block(blocked text, asked timestamptz, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
begin
  foreach record in array def.lock_text_numbers(blocked) loop
    continue when exists (select from def.text_consents_in_force(record) f where f.at > asked);
    perform def.end_text_consents(record, null, null, 'provider', null, gen_random_uuid(), moment);
    update app.delivery d set body = null, failed = 'stopped', updated_at = moment
      where d.client_id = record and d.number = blocked and d.rank = 0 and d.failed is null;
  end loop;
end $$;

-- Withdraws consents of a record: of one channel, or of both where it is null, and of some purposes, or of all. The same command a second time
-- changes nothing. Returns false for a record of others.
create or replace function def.withdraw_text_consent(client uuid, on_channel text, purposes text[], by_command uuid, moment timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  side text := def.lock_text_number(client);
begin
  if side is null or not exists (select from app.client c where c.id = client and app.actor_id() in (c.therapist_id, c.account_id)) then return false; end if;
  if exists (select from app.text_consent c where c.client_id = client and c.command = by_command) then return true; end if;
  perform def.end_text_consents(client, on_channel, purposes, side, app.actor_id(), by_command, moment);
  return true;
end $$;

-- The record whose conversation last wrote to a number from one of our numbers. A text that did not arrive is not counted, because no one can
-- have answered it.
create or replace function def.last_writer_to(to_number text, by_channel text, our_number text) returns table (therapist_id uuid, client_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select d.therapist_id, d.client_id from app.delivery d
    where d.number = to_number and d.channel = by_channel and d.sender = our_number and d.asked_at is not null and d.failed is null
    order by d.asked_at desc, d.created_at desc limit 1;
end $$;

grant execute on function def.note_first_text(uuid, text, timestamptz, timestamptz), def.note_provider_block(text, timestamptz, timestamptz)
  to attune_worker;
