-- Entries in other calendars that named an erased record: those of sessions and series in which others took part are written again without the name. So far,
-- entries of the past kept it. A series in which nobody is left ends, instead of going on with sessions without a client.

grant select (etag, begun_hash) on app.external_event to attune_app_definer;

set local role attune_app_definer;

-- Lets the next sync write entries again, or remove those without a session, also of the past, which it otherwise leaves as they are. The late day marks them.
create function def.renew_calendar_entries(therapist uuid, entries uuid[]) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  with renewed as (
    update app.external_event e set last_day = '9999-12-31'
      where e.therapist_id = therapist and e.subject_id = any (entries) and (e.etag is not null or e.begun_hash <> '')
    returning e.calendar_id)
  update app.external_calendar k set next_sync_at = now() where k.therapist_id = therapist and k.next_sync_at > now()
    and k.id in (select r.calendar_id from renewed r);
end $$;
comment on function def.renew_calendar_entries(uuid, uuid[]) is 'feature: external-calendar';
revoke all on function def.renew_calendar_entries(uuid, uuid[]) from public;

-- Deletes the series in which only this record took part, and takes the record from the others. One that still has sessions of others, but no client for
-- later ones, ends with those that exist, unless it is one of a group, which may get members again.
create or replace function def.leave_series(therapist uuid, record uuid) returns uuid[] language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  changed uuid[];
  ended uuid[];
begin
  with changed_ones as (
    update app.series s set template = jsonb_set(s.template, '{clientIds}', (s.template -> 'clientIds') - record::text), undo = null
      where s.therapist_id = therapist and s.kind = 'session' and s.template -> 'clientIds' ? record::text
    returning s.id)
  select array_agg(c.id) into changed from changed_ones c;
  with gone as (
    delete from app.series s where s.therapist_id = therapist and s.kind = 'session' and s.template -> 'clientIds' = '[]'
      and not exists (select from app.session x where x.therapist_id = s.therapist_id and x.series_id = s.id)
    returning s.id)
  select array_agg(g.id) into ended from gone g;
  update app.series s set last_day = coalesce(s.last_day, s.laid_out_until)
    where s.therapist_id = therapist and s.id = any (changed) and s.template -> 'clientIds' = '[]' and s.template ->> 'groupId' is null;
  return coalesce(ended, '{}');
end $$;

-- Deletes all rows about a record, also if it was emptied before. Only what issued invoices need stays, without content. Returns what was deleted.
create or replace function def.remove_record(therapist uuid, record uuid, moment timestamptz)
returns table (sessions int, notes int, messages int, documents int, files int, kept_invoices int)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  full_name text;
  was_emptied boolean;
  accounts uuid[];
  alone uuid[];
  shared uuid[];
  in_series uuid[];
  part record;
  found_rows record;
  ids uuid[] := array[record];
  file_ids uuid[] := '{}';
  counts jsonb := '{}';
begin
  select c.account_id, c.first_name || ' ' || c.last_name, c.erased_at is not null into person, full_name, was_emptied from app.client c where c.therapist_id = therapist and c.id = record;
  accounts := array_remove(array[therapist, person] || array(select g.account_id from app.guardian g where g.therapist_id = therapist and g.client_id = record), null);
  select array_agg(sc.session_id) filter (where not o.are_there), array_agg(sc.session_id) filter (where o.are_there) into alone, shared
    from app.session_client sc cross join lateral (select exists (select from app.session_client o
      where o.therapist_id = sc.therapist_id and o.session_id = sc.session_id and o.client_id <> record) as are_there) o
    where sc.therapist_id = therapist and sc.client_id = record;
  -- Sessions that only an invoice has kept have no participant any more.
  if was_emptied then
    alone := array(select s.id from app.session s where s.therapist_id = therapist and s.deleted_at is not null
      and not exists (select from app.session_client o where o.therapist_id = s.therapist_id and o.session_id = s.id));
  end if;
  alone := coalesce(alone, '{}');
  shared := coalesce(shared, '{}');
  in_series := array(select distinct s.series_id from app.session s where s.therapist_id = therapist and s.id = any (alone || shared) and s.series_id is not null);

  perform def.empty_record(therapist, record);
  perform def.erase_invoices_of_record(therapist, record, moment);
  for part in select p.relation, p.chosen, p.kept, p.id, p.file from def.record_parts() p loop
    execute format('with gone as (delete from %s t where %s returning %s as id, %s as file)
        select count(*)::int as number, array_agg(g.id) filter (where g.id is not null) as ids, array_agg(g.file) filter (where g.file is not null) as files from gone g',
      part.relation, replace(part.chosen || coalesce(' and not (' || part.kept || ')', ''), '@.', 't.'), coalesce('t.' || part.id, 'null::uuid'),
      coalesce('t.' || part.file, 'null::uuid'))
      into found_rows using therapist, record, alone, accounts;
    ids := ids || found_rows.ids;
    file_ids := file_ids || found_rows.files;
    counts := counts || jsonb_build_object(part.relation::text, coalesce((counts ->> part.relation::text)::int, 0) + found_rows.number);
  end loop;
  perform def.empty_for_invoices(therapist, record, alone);
  perform def.forget_ids(therapist, record, person, accounts, ids, alone || def.leave_series(therapist, record), shared, full_name);
  perform def.renew_calendar_entries(therapist, shared || in_series);
  -- Triggers of the deleted rows may have added to the history.
  delete from app.client_event e where e.therapist_id = therapist and e.client_id = record;

  return query select (counts ->> 'app.session')::int, (counts ->> 'app.session_note')::int, (counts ->> 'app.message')::int,
    (counts ->> 'app.document')::int, def.drop_unused_files(file_ids),
    (select count(*)::int from app.invoice i where i.therapist_id = therapist and i.client_id = record);
end $$;
