-- Formatted notes, the therapist's own templates of notes, and the words by which notes are found.

-- The document of a formatted note, as the contract describes it. Null if the text says all of it; `text` is always its plain text.
alter table app.session_note
  add column content jsonb check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 4194304),
  -- The words without capitals and accents.
  add column words tsvector not null generated always as
    (to_tsvector('simple'::regconfig, regexp_replace(normalize(replace(lower(text), 'ß', 'ss'), NFD), '[\u0300-\u036f]', '', 'g'))) stored;
alter table app.session_note_version add column content jsonb;
alter table app.session_note_addendum
  add column words tsvector not null generated always as
    (to_tsvector('simple'::regconfig, regexp_replace(normalize(replace(lower(text), 'ß', 'ss'), NFD), '[\u0300-\u036f]', '', 'g'))) stored;
grant insert (content), update (content) on app.session_note to attune_app_therapist;
grant insert (content) on app.session_note_version to attune_app_therapist;

-- The note about a client is saved while it is written, each time on the version that it is based on.
alter table app.client_note
  add column content jsonb check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 4194304),
  add column version int not null default 1,
  add column words tsvector not null generated always as
    (to_tsvector('simple'::regconfig, regexp_replace(normalize(replace(lower(text), 'ß', 'ss'), NFD), '[\u0300-\u036f]', '', 'g'))) stored;
grant insert (content, version), update (content, version) on app.client_note to attune_app_therapist;

-- A change of the text by a form or an import drops the formatting and makes a new version.
set local role attune_app_definer;
create function def.count_client_note() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.text is distinct from old.text and new.version = old.version then
    new.version := old.version + 1;
    new.content := null;
  end if;
  return new;
end $$;
grant execute on function def.count_client_note() to attune_owner;
set local role attune_owner;
create trigger client_note_counted before update on app.client_note for each row execute function def.count_client_note();

-- A template of a therapist: headings, each with what to write below it.
create table app.note_template (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  name text not null check (length(name) between 1 and 60),
  fields jsonb not null check (jsonb_typeof(fields) = 'array' and octet_length(fields::text) <= 65536),
  created_at timestamptz not null default now(),
  unique (therapist_id, id)
);
comment on table app.note_template is 'owner: therapist; erasure: delete; disconnect: keep';
create index note_template_name on app.note_template (therapist_id, lower(name));

grant select, delete, insert (id, therapist_id, name, fields), update (name, fields) on app.note_template to attune_app_therapist;
grant select, delete on app.note_template to attune_app_definer;
grant select on app.note_template to attune_app_backup;
create policy therapist_keeps on app.note_template for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_deletes on app.note_template for all to attune_app_definer using (true);
create policy backup_reads on app.note_template for select to attune_app_backup using (true);
alter table app.note_template enable row level security, force row level security;
