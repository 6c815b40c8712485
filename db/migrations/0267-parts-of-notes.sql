-- while no server runs: a server of the version before names addenda, history and index by the session.
-- A note of a session has parts: one about each client, and one about the session as a whole, which has no client. A session with one client has only the
-- part about that client. So the existing note of a session with one client is the part about them, and that of a session with several is the shared part.
-- The part about a client stays in their record if they later leave the session, and if others join it.
alter table app.session_note
  add column id uuid not null default gen_random_uuid(),
  add column client_id uuid;

-- Signed notes change here, and only here: they get a part, and keep text, signature and time. The triggers are dropped, not disabled, because an update
-- of a table with a trigger before updates computes the words of every note again, which takes six times as long.
drop trigger session_note_locked on app.session_note;
drop trigger index_text on app.session_note;
drop trigger index_text on app.session_note_addendum;
-- The updates and the new foreign keys read every row.
alter table app.session_note no force row level security;
alter table app.session_note_version no force row level security;
alter table app.session_note_addendum no force row level security;
alter table app.session_client no force row level security;
alter table app.client no force row level security;
alter table app.search_text no force row level security;
alter table app.search_build no force row level security;
update app.session_note n set client_id = c.client_id from app.session_client c
  where c.therapist_id = n.therapist_id and c.session_id = n.session_id
    and not exists (select from app.session_client o where o.therapist_id = c.therapist_id and o.session_id = c.session_id and o.client_id <> c.client_id);
create trigger session_note_locked before update on app.session_note for each row when (old.signed_at is not null) execute function app.refuse_change();

alter table app.session_note_version add column note_id uuid;
alter table app.session_note_addendum add column note_id uuid;
update app.session_note_version v set note_id = n.id from app.session_note n where n.therapist_id = v.therapist_id and n.session_id = v.session_id;
update app.session_note_addendum a set note_id = n.id from app.session_note n where n.therapist_id = a.therapist_id and n.session_id = a.session_id;

-- The functions below read the note of an addendum instead of its session.
set local role attune_app_definer;
create or replace function def.searchable_notes(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[]) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select n.therapist_id, n.id, n.client_id, n.updated_at, tsvector_to_array(n.words) || array(
      select w from app.session_note_addendum a, unnest(tsvector_to_array(a.words)) w where a.therapist_id = n.therapist_id and a.note_id = n.id)
    from app.session_note n where (wanted is null or n.id = wanted) and (after is null or n.id > after) order by n.id limit most;
end $$;
set local role attune_owner;

-- The parts are found by their own ids. The worker builds this part of the index again.
delete from app.search_text where kind = 'note';
delete from app.search_build where kind = 'note';

alter table app.session_note_version drop column session_id;
alter table app.session_note_addendum drop column session_id;
alter table app.session_note drop constraint session_note_pkey;
alter table app.session_note
  add primary key (id),
  add unique (therapist_id, id),
  add unique nulls not distinct (therapist_id, session_id, client_id),
  add foreign key (therapist_id, client_id) references app.client (therapist_id, id);
create index session_note_client on app.session_note (therapist_id, client_id, session_id);
create index session_note_unsigned on app.session_note (therapist_id, session_id) where signed_at is null;
alter table app.session_note_version
  alter column note_id set not null,
  add foreign key (therapist_id, note_id) references app.session_note (therapist_id, id);
create index session_note_version_note on app.session_note_version (therapist_id, note_id, id desc);
alter table app.session_note_addendum
  alter column note_id set not null,
  add foreign key (therapist_id, note_id) references app.session_note (therapist_id, id);
create index session_note_addendum_note on app.session_note_addendum (therapist_id, note_id, at);
alter table app.session_note force row level security;
alter table app.session_note_version force row level security;
alter table app.session_note_addendum force row level security;
alter table app.session_client force row level security;
alter table app.client force row level security;
alter table app.search_text force row level security;
alter table app.search_build force row level security;

grant insert (client_id) on app.session_note to attune_app_therapist;
grant insert (note_id) on app.session_note_version to attune_app_therapist;
grant insert (note_id) on app.session_note_addendum to attune_app_therapist;
grant select (id, client_id) on app.session_note to attune_app_definer;
grant select (note_id) on app.session_note_addendum to attune_app_definer;

create trigger index_text after insert or delete or update of text on app.session_note for each row execute function def.index_text('note', 'id');
create trigger index_text after insert or delete on app.session_note_addendum for each row execute function def.index_text('note', 'note_id');
