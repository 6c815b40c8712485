-- What a therapist has set for messages: the hours in which they read them, the reply while they are away, and their quick replies.

create table app.message_settings (
  therapist_id uuid primary key references app.calendar (therapist_id),
  -- Periods of a week in the therapist's zone: [{"days": [1, 2], "from": "09:00", "until": "17:00"}].
  reading_hours jsonb not null default '[]' check (jsonb_typeof(reading_hours) = 'array' and jsonb_array_length(reading_hours) <= 14),
  -- The absence during which the reply answers. A changed absence keeps its id; a new one gets a new id.
  absence_id uuid,
  absence_starts timestamptz,
  absence_ends timestamptz check (absence_ends > absence_starts),
  -- The text of the reply. It stays when the absence ends, as the draft of the next one.
  absence_text text not null default '' check (length(absence_text) <= 2000),
  -- The quick replies in their order: [{"id": "…", "text": "…"}]. The version counts the changes of the list.
  quick_replies jsonb not null default '[]' check (jsonb_typeof(quick_replies) = 'array' and jsonb_array_length(quick_replies) <= 50),
  quick_replies_version int not null default 0,
  check (num_nulls(absence_id, absence_starts, absence_ends) in (0, 3)),
  check (absence_id is null or absence_text <> '')
);
comment on table app.message_settings is 'owner: therapist; erasure: delete; disconnect: keep';

-- The absence that a message answers automatically. Each conversation gets one reply during an absence.
alter table app.message add column absence_id uuid check (absence_id is null or by_role = 'therapist');
create unique index message_absence on app.message (therapist_id, client_id, absence_id) where absence_id is not null;

grant select on app.message_settings to attune_app_therapist;
grant insert (therapist_id, reading_hours, absence_id, absence_starts, absence_ends, absence_text, quick_replies, quick_replies_version),
  update (reading_hours, absence_id, absence_starts, absence_ends, absence_text, quick_replies, quick_replies_version)
  on app.message_settings to attune_app_therapist;
grant select (therapist_id, reading_hours) on app.message_settings to attune_app_client;
grant select, delete on app.message_settings to attune_app_definer;
grant select (absence_id) on app.message to attune_app_therapist, attune_app_client, attune_worker;
grant select (absence_id), insert (absence_id) on app.message to attune_app_definer;

create policy therapist_keeps on app.message_settings for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_reads on app.message_settings for select to attune_app_client using (therapist_id = any ((select def.my_people())::uuid[]));
create policy definer_keeps on app.message_settings for all to attune_app_definer using (true);
create policy backup_reads on app.message_settings for select to attune_app_backup using (true);
grant select on app.message_settings to attune_app_backup;
alter table app.message_settings enable row level security, force row level security;

set local role attune_app_definer;

-- The absence that answers a message of the actor, a client, in a conversation, with the text of its reply. No row outside an absence, and
-- none if the conversation has got this reply.
create function def.unanswered_absence(conversation uuid, moment timestamptz) returns table (id uuid, reply text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.absence_id, s.absence_text from app.client c join app.message_settings s on s.therapist_id = c.therapist_id
    where c.id = conversation and c.account_id = app.actor_id() and moment >= s.absence_starts and moment < s.absence_ends
      and not exists (select from app.message m
        where m.therapist_id = c.therapist_id and m.client_id = c.id and m.absence_id = s.absence_id);
end $$;

-- Inserts the automatic reply of the therapist with the next number. `numbers` are the emergency numbers that follow the therapist's text.
-- Returns whether it was inserted: not for a conversation of others, outside the absence, or a second time.
create function def.reply_automatically(conversation uuid, absence uuid, numbers text, lexemes text[], moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
  next_seq int;
  reply text;
begin
  select v.therapist_id, v.last_seq + 1 into owner, next_seq from app.conversation v join app.client c on c.id = v.client_id
    where v.client_id = conversation and c.account_id = app.actor_id() and c.status <> 'inactive' for update of v;
  select a.reply into reply from def.unanswered_absence(conversation, moment) a where a.id = absence;
  if owner is null or reply is null then return false; end if;
  insert into app.message (id, therapist_id, client_id, seq, by_role, sender_id, text, words, created_at, updated_at, absence_id)
    values (gen_random_uuid(), owner, conversation, next_seq, 'therapist', owner, reply || E'\n\n' || numbers, array_to_tsvector(lexemes),
      moment, moment, absence);
  update app.conversation v set last_seq = next_seq, last_at = moment where v.client_id = conversation;
  return true;
end $$;

grant execute on function def.unanswered_absence(uuid, timestamptz), def.reply_automatically(uuid, uuid, text, text[], timestamptz)
  to attune_app_client;
set local role attune_owner;
