-- What the therapist notes about the custody of a client, for example who decides about health, with a document. Only the therapist sees it.

create table app.custody_note (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  -- The day that the therapist gives the note, for example that of an order of the court.
  noted_on date not null,
  text text not null check (length(text) between 1 and 2000),
  -- The document, a file of the therapist's account.
  account_id uuid not null generated always as (therapist_id) stored,
  file_id uuid,
  version int not null default 1,
  unique (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  foreign key (account_id, file_id) references app.file (account_id, id)
);
comment on table app.custody_note is 'owner: therapist; erasure: keep (record); disconnect: keep; kept: record; feature: guardian';
create index custody_note_client on app.custody_note (therapist_id, client_id, noted_on desc);
create index custody_note_file on app.custody_note (account_id, file_id);

grant select, delete, insert (id, therapist_id, client_id, noted_on, text, file_id, version), update (noted_on, text, file_id, version)
  on app.custody_note to attune_app_therapist;
grant select on app.custody_note to attune_app_backup;
grant select (therapist_id, client_id, account_id, file_id), update (client_id) on app.custody_note to attune_app_definer;
create policy therapist_keeps on app.custody_note for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_moves on app.custody_note for all to attune_app_definer using (true);
create policy backup_reads on app.custody_note for select to attune_app_backup using (true);
alter table app.custody_note enable row level security, force row level security;

set local role attune_app_definer;

-- Announces changed notes to the therapist alone.
create function def.change_custody_note() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'custody_note', r.id, tg_op, array[r.therapist_id], jsonb_build_object('client_id', r.client_id, 'therapist_id', r.therapist_id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_custody_note() is 'feature: platform';
grant execute on function def.change_custody_note() to attune_owner;

-- Moves the custody notes of a record of the acting therapist that is merged into another one.
create function def.move_custody_notes(from_record uuid, to_record uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from app.client c where c.id in (from_record, to_record) and c.therapist_id = app.actor_id()) <> 2 then
    raise exception 'not the therapist of both' using errcode = 'insufficient_privilege';
  end if;
  update app.custody_note n set client_id = to_record where n.therapist_id = app.actor_id() and n.client_id = from_record;
end $$;
comment on function def.move_custody_notes(uuid, uuid) is 'feature: guardian';
grant execute on function def.move_custody_notes(uuid, uuid) to attune_app_therapist;

set local role attune_owner;

create trigger change_insert after insert on app.custody_note referencing new table as changed for each statement execute function def.change_custody_note();
create trigger change_update after update on app.custody_note referencing new table as changed for each statement execute function def.change_custody_note();
create trigger change_delete after delete on app.custody_note referencing old table as changed for each statement execute function def.change_custody_note();
