-- A record is erased completely: every row about it in all tables, in one transaction. What a record consists of follows from the foreign keys and
-- the columns named client_id, so that a new table is erased too. Issued invoices stay until their own period ends, and with them an emptied record.

-- When the record was erased, if issued invoices keep its row until their retention ends. Such a row has no content, and only functions see it.
alter table app.client add column erased_at timestamptz;
create index client_erased on app.client (therapist_id, id) where erased_at is not null;

alter policy therapist_sees on app.client using (therapist_id = (select app.actor_id()) and erased_at is null);
alter policy therapist_edits on app.client using (therapist_id = (select app.actor_id()) and erased_at is null);
alter policy worker_sees on app.client using (therapist_id = (select app.actor_id()) and erased_at is null);

grant select (erased_at, same_as, email), update (first_name, last_name, email, phone, date_of_birth, address, pronouns, code, same_as, erased_at) on app.client
  to attune_app_definer;
grant update (location, video_url, therapy_type, series_id, series_day, group_id, deleted_at, in_attune) on app.session to attune_app_definer;
grant select (client_id), update (name, street, postal_code, city, region, country, email, reference, buyer_reference, tax_id, contact_id, is_guardian, agreed_at,
  agreed_by, withdrawn_at, is_current) on app.payer to attune_app_definer;
grant update (template, undo) on app.series to attune_app_definer;
grant select (person_id) on app.notification to attune_app_definer;
grant select (related_id) on app.subject_view to attune_app_definer;
grant select (therapist_id, session_id, by_account, by_role), update (reason) on app.session_history to attune_app_definer;
grant select (therapist_id, calendar_id, subject_id), update (last_day) on app.external_event to attune_app_definer;
grant select (subject_id), delete on app.external_question to attune_app_definer;
create policy definer_empties on app.payer for update to attune_app_definer using (true);
create policy definer_empties on app.session_history for update to attune_app_definer using (true);
create policy definer_reads on app.external_event for select to attune_app_definer using (true);
create policy definer_ends on app.external_event for update to attune_app_definer using (true);
create policy definer_erases on app.external_question for delete to attune_app_definer using (true);

set local role attune_app_definer;

-- The tables of issued invoices. Their rows stay until the retention of their invoice ends.
create function def.invoice_tables() returns table (relation regclass) language sql stable set search_path = pg_catalog, pg_temp as $$
  select c.oid::regclass from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
    and obj_description(c.oid, 'pg_class') ~ '; kept: (with app\.(invoice|superbill)|until its retention ends by eraseEndedInvoices)(;|$)'
$$;
comment on function def.invoice_tables() is 'feature: record-erasure';

-- The foreign keys between tables of the app that a deletion must follow: the columns, and as a condition with # for the row that is referred to and
-- @ for the row that refers. A key that only empties its columns is left out.
create function def.record_keys() returns table (relation regclass, refers_to regclass, columns text[], their_columns text[], pairs text)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select k.conrelid::regclass, k.confrelid::regclass, array_agg(mine.attname::text order by p.place), array_agg(its.attname::text order by p.place),
    string_agg(format('#.%I = @.%I', its.attname, mine.attname), ' and ' order by p.place)
  from pg_constraint k
    cross join lateral unnest(k.conkey, k.confkey) with ordinality p (mine_no, its_no, place)
    join pg_attribute mine on mine.attrelid = k.conrelid and mine.attnum = p.mine_no
    join pg_attribute its on its.attrelid = k.confrelid and its.attnum = p.its_no
  where k.contype = 'f' and k.connamespace = 'app'::regnamespace and k.conrelid <> k.confrelid and k.confdeltype <> 'n'
  group by k.oid, k.conrelid, k.confrelid
$$;
comment on function def.record_keys() is 'feature: record-erasure';

-- The tables with rows of a record, in the order in which they are deleted. `chosen` is the condition for the rows, with @ for the row, $1 for the
-- therapist, $2 for the record, $3 for the sessions in which nobody else took part, and $4 for the accounts that are told of the record. A table with
-- two conditions has two rows. `kept` is the condition for those of them that an issued invoice still needs; null if there are none. `id` and `file`
-- are the columns with the id of the row and of its file.
create function def.record_parts() returns table (relation regclass, chosen text, kept text, id text, file text, place int)
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query
  with recursive
  keys as materialized (select * from def.record_keys()),
  invoices as materialized (select i.relation from def.invoice_tables() i),
  named as materialized (
    select a.attrelid::regclass as relation, a.attname::text as name, a.attnotnull as is_set, a.atttypid = 'uuid'::regtype as is_id
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped),
  -- `chosen` of a table that is reached through a key asks for the row that is referred to.
  reached (relation, chosen, depth) as (
    values ('app.client'::regclass, '@.therapist_id = $1 and @.id = $2', 0), ('app.session'::regclass, '@.therapist_id = $1 and @.id = any ($3)', 0)
    union
    select n.relation, case when exists (select from named o where o.relation = n.relation and o.name = 'therapist_id') then '@.therapist_id = $1 and '
        else '@.account_id = any ($4) and ' end || '@.client_id = $2', 1
      from named n where n.name = 'client_id' and n.is_id and n.relation not in (select i.relation from invoices i)
    union
    select k.relation, case when r.depth > 0 then
          format('exists (select from %s t%s where %s and %s)', r.relation, r.depth, replace(k.pairs, '#.', 't' || r.depth || '.'), replace(r.chosen, '@.', 't' || r.depth || '.'))
        else format('@.%I = $1 and @.%I = %s', k.columns[array_position(k.their_columns, 'therapist_id')], k.columns[array_position(k.their_columns, 'id')],
          case r.relation when 'app.client'::regclass then '$2' else 'any ($3)' end) end,
        r.depth + 1
      from reached r join keys k on k.refers_to = r.relation
      where k.relation not in (select i.relation from invoices i) and (r.depth > 0 or 'id' = any (k.their_columns))
        and not exists (select from named n where n.relation = k.relation and n.name = 'client_id' and n.is_set)),
  placed (relation, place) as (
    select distinct r.relation, case when r.relation in ('app.client'::regclass, 'app.session'::regclass) then 0 else 1 end from reached r
    union
    select k.relation, p.place + 1 from placed p join keys k on k.refers_to = p.relation where k.relation in (select r.relation from reached r)),
  last_place as (select p.relation, max(p.place) as place from placed p group by p.relation)
  select distinct r.relation, r.chosen,
    (select string_agg(format('exists (select from %s k where %s)', k.relation, replace(replace(k.pairs, '@.', 'k.'), '#.', '@.')), ' or ' order by k.relation::text, k.pairs)
      from keys k where k.refers_to = r.relation and k.relation in (select i.relation from invoices i)),
    (select n.name from named n where n.relation = r.relation and n.name = 'id' and n.is_id),
    (select min(k.columns[array_position(k.their_columns, 'id')]) from keys k where k.relation = r.relation and k.refers_to = 'app.file'::regclass),
    l.place
  from reached r join last_place l on l.relation = r.relation order by l.place desc, 1, 2;
end $$;
comment on function def.record_parts() is 'feature: record-erasure';

-- Files that no table names any more, of those that are given. The last use of a file was in the record.
create function def.drop_unused_files(files uuid[]) returns int language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  named text;
  dropped int;
begin
  if files = '{}' then return 0; end if;
  select string_agg(format(' and not exists (select from %s u where %s)', k.relation, replace(replace(k.pairs, '@.', 'u.'), '#.', 'f.')), '') into named
    from def.record_keys() k where k.refers_to = 'app.file'::regclass and k.relation <> 'app.file_reader'::regclass;
  execute 'delete from app.file f where f.id = any ($1)' || coalesce(named, '') using files;
  get diagnostics dropped = row_count;
  return dropped;
end $$;
comment on function def.drop_unused_files(uuid[]) is 'feature: file';

-- Lets a row of an append-only table be deleted only while its record is erased.
create function def.keep_until_record_erased() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
begin
  if tg_table_name = 'estimate_document' then
    select e.client_id into record from app.estimate e where e.therapist_id = old.therapist_id and e.id = old.estimate_id;
  elsif tg_table_name = 'treatment_plan_detail' then
    select v.client_id into record from app.treatment_plan_version v where v.therapist_id = old.therapist_id and v.id = old.version_id;
  else
    record := old.client_id;
  end if;
  if not exists (select from app.client c where c.therapist_id = old.therapist_id and c.id = record and c.erased_at is not null) then
    raise exception 'this record is append-only' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
comment on function def.keep_until_record_erased() is 'feature: record-erasure';

-- Takes what names a person from a record. It is hidden from now on, and its account is gone from it as if it was deleted, so that its invoices end.
create function def.empty_record(therapist uuid, record uuid) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.client c set erased_at = coalesce(c.erased_at, now()), account_id = null, account_erased_at = coalesce(c.account_erased_at, now()), first_name = '–',
      last_name = '–', email = null, phone = '', date_of_birth = null, address = '', pronouns = '', code = '', same_as = null, status = 'inactive',
      connected_at = null, disconnected_at = null, updated_at = now()
    where c.therapist_id = therapist and c.id = record;
  update app.client c set same_as = null where c.therapist_id = therapist and c.same_as = record;
end $$;
comment on function def.empty_record(uuid, uuid) is 'feature: client';

-- Deletes the drafts of invoices of a record, and its issued invoices whose retention has ended, unless another transaction erases invoices now.
create function def.erase_invoices_of_record(therapist uuid, record uuid, moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  one uuid;
begin
  delete from app.invoice i where i.therapist_id = therapist and i.client_id = record and i.status = 'draft';
  delete from app.session_billed b using app.invoice i where b.therapist_id = therapist and b.client_id = record and i.therapist_id = b.therapist_id
    and i.id = b.invoice_id and i.status = 'draft';
  if not exists (select from app.invoice i where i.therapist_id = therapist and i.client_id = record)
    or not pg_try_advisory_xact_lock(hashtext('attune erasure of invoices')) then return; end if;
  for one in select i.id from app.invoice i where i.therapist_id = therapist and i.client_id = record order by i.id loop
    perform def.erase_invoice(one, moment);
  end loop;
end $$;
comment on function def.erase_invoices_of_record(uuid, uuid, timestamptz) is 'feature: invoice';

-- Deletes the series in which only this record took part, and takes the record from the others.
create function def.leave_series(therapist uuid, record uuid) returns uuid[] language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  ended uuid[];
begin
  update app.series s set template = jsonb_set(s.template, '{clientIds}', (s.template -> 'clientIds') - record::text), undo = null
    where s.therapist_id = therapist and s.kind = 'session' and s.template -> 'clientIds' ? record::text;
  with gone as (
    delete from app.series s where s.therapist_id = therapist and s.kind = 'session' and s.template -> 'clientIds' = '[]'
      and not exists (select from app.session x where x.therapist_id = s.therapist_id and x.series_id = s.id)
    returning s.id)
  select array_agg(g.id) into ended from gone g;
  return coalesce(ended, '{}');
end $$;
comment on function def.leave_series(uuid, uuid) is 'feature: recurrence';

-- Deletes what tells of erased rows by their ids, and lets the entries of sessions and series be removed from other calendars.
create function def.forget_ids(therapist uuid, record uuid, person uuid, accounts uuid[], ids uuid[], entries uuid[], shared uuid[], name text)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.notification n where n.account_id = any (accounts) and (n.related_id = any (ids)
    or n.account_id = therapist and (n.person_id = person or n.related_id = any (shared) and position(name in n.params::text) > 0));
  delete from app.mail m where m.subject_id = any (ids);
  delete from app.subject_view v where v.account_id = any (accounts) and v.related_id = any (ids);
  delete from app.record_copy c where c.therapist_id = therapist and c.record_id = any (ids);
  delete from app.external_question q where q.therapist_id = therapist and q.subject_id = any (entries);
  update app.external_calendar k set next_sync_at = now() where k.therapist_id = therapist and k.next_sync_at > now()
    and exists (select from app.external_event e where e.therapist_id = therapist and e.calendar_id = k.id and e.subject_id = any (entries));
  -- The sync removes entries without a session from today on. A past one gets a late day.
  update app.external_event e set last_day = '9999-12-31' where e.therapist_id = therapist and e.subject_id = any (entries);
  update app.session_history h set reason = '' where h.therapist_id = therapist and h.session_id = any (shared) and h.by_account = person and h.by_role = 'client';
end $$;
comment on function def.forget_ids(uuid, uuid, uuid, uuid[], uuid[], uuid[], uuid[], text) is 'feature: record-erasure';

-- Empties what an issued invoice of a record still needs: its sessions, which nobody sees any more, and its payers. Both are on the invoice itself.
create function def.empty_for_invoices(therapist uuid, record uuid, sessions uuid[]) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.session s set location = '', video_url = null, therapy_type = 'individual', series_id = null, series_day = null, group_id = null,
      deleted_at = coalesce(s.deleted_at, now())
    where s.therapist_id = therapist and s.id = any (sessions);
  update app.payer p set name = case p.kind when 'client' then '' else '–' end, street = '', postal_code = '', city = '', region = '', country = null, email = null,
      reference = '', buyer_reference = '', tax_id = '', contact_id = null, is_guardian = false, agreed_at = null, agreed_by = null, withdrawn_at = null, is_current = false
    where p.therapist_id = therapist and p.client_id = record;
end $$;
comment on function def.empty_for_invoices(uuid, uuid, uuid[]) is 'feature: record-erasure';

-- Deletes all rows about a record, also if it was emptied before. Only what issued invoices need stays, without content. Returns what was deleted.
create function def.remove_record(therapist uuid, record uuid, moment timestamptz)
returns table (sessions int, notes int, messages int, documents int, files int, kept_invoices int)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  full_name text;
  was_emptied boolean;
  accounts uuid[];
  alone uuid[];
  shared uuid[];
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
  -- Triggers of the deleted rows may have added to the history.
  delete from app.client_event e where e.therapist_id = therapist and e.client_id = record;

  return query select (counts ->> 'app.session')::int, (counts ->> 'app.session_note')::int, (counts ->> 'app.message')::int,
    (counts ->> 'app.document')::int, def.drop_unused_files(file_ids),
    (select count(*)::int from app.invoice i where i.therapist_id = therapist and i.client_id = record);
end $$;
comment on function def.remove_record(uuid, uuid, timestamptz) is 'feature: record-erasure';

-- Erases a record of the acting therapist. The outcome is `erased`, `gone` if there is no such record any more, `held` while it has a legal hold, or
-- `connected`. Only rows of the record are locked, so that other work of the therapist goes on. A hold that is placed meanwhile waits for the record.
create function def.erase_record(record uuid, moment timestamptz)
returns table (outcome text, sessions int, notes int, messages int, documents int, files int, kept_invoices int)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid := app.actor_id();
  is_connected boolean;
begin
  select c.account_id is not null and c.disconnected_at is null into is_connected from app.client c
    where c.therapist_id = owner and c.id = record and c.erased_at is null for update;
  if is_connected is null then
    return query select 'gone', 0, 0, 0, 0, 0, 0;
  elsif exists (select from app.record_hold h where h.therapist_id = owner and h.client_id = record and h.ended_at is null) then
    return query select 'held', 0, 0, 0, 0, 0, 0;
  elsif is_connected then
    return query select 'connected', 0, 0, 0, 0, 0, 0;
  else
    insert into app.audit (actor_id, actor_role, action, thing, thing_id) values (owner, 'product', 'erase', 'record', record);
    return query select 'erased', r.* from def.remove_record(owner, record, moment) r;
  end if;
end $$;
comment on function def.erase_record(uuid, timestamptz) is 'feature: record-erasure';

-- Deletes emptied records whose last invoice has been erased, and what another transaction has added to an emptied record while it was erased.
create function def.finish_erased_records(moment timestamptz) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  finished int := 0;
begin
  for one in select c.therapist_id, c.id from app.client c where c.erased_at is not null and (c.erased_at > now() - interval '1 hour'
      or not exists (select from app.invoice i where i.therapist_id = c.therapist_id and i.client_id = c.id)) order by exists (select from app.invoice i
      where i.therapist_id = c.therapist_id and i.client_id = c.id), c.erased_at desc limit 20 for update skip locked loop
    perform def.remove_record(one.therapist_id, one.id, moment);
    finished := finished + 1;
  end loop;
  return finished;
end $$;
comment on function def.finish_erased_records(timestamptz) is 'feature: record-erasure';

-- The records with which the ledger is compared, as for the other kinds.
create function def.records_to_compare() returns table (id uuid, since timestamptz) language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id, null::timestamptz from app.client c where c.erased_at is null;
end $$;
comment on function def.records_to_compare() is 'feature: record-erasure';

-- Erases a record after a restore as it was erased before. A hold or a connection of the older data had ended by then.
create function def.erase_record_again(record uuid, moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
  is_connected boolean;
begin
  select c.therapist_id, c.account_id is not null and c.disconnected_at is null into owner, is_connected from app.client c where c.id = record;
  if is_connected then perform def.disconnect_again(record, moment); end if;
  perform def.remove_record(owner, record, moment);
end $$;
comment on function def.erase_record_again(uuid, timestamptz) is 'feature: record-erasure';

-- Keeps a record of the acting therapist from being erased until the transaction ends. Returns whether the record exists, after an erasure that runs
-- has ended.
create function def.lock_record_to_hold(record uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.client c where c.id = record and c.therapist_id = app.actor_id() and c.erased_at is null for key share;
  return found;
end $$;
comment on function def.lock_record_to_hold(uuid) is 'feature: record-retention';
revoke all on function def.lock_record_to_hold(uuid) from public;
grant execute on function def.lock_record_to_hold(uuid) to attune_app_therapist;

-- An erased record has no end of its retention any more.
create or replace function def.retention_of_record(record uuid)
returns table (last_session_at timestamptz, added_at timestamptz, left_at timestamptz, birth_date date, zone text, years int, majority_age int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select (select max(sc.starts_at) from app.session_client sc join app.session s on s.id = sc.session_id
        where sc.therapist_id = c.therapist_id and sc.client_id = c.id and sc.answer <> 'declined'
          and s.status not in ('pending', 'cancelled', 'denied') and s.deleted_at is null),
      c.created_at, c.disconnected_at, c.date_of_birth, p.zone, o.retention_years::int, o.majority_age::int
    from app.client c join app.profile p on p.account_id = c.therapist_id cross join app.product_setting o
    where c.id = record and c.therapist_id = app.actor_id() and c.erased_at is null;
end $$;

-- The numbers that admins see, without records that were erased.
create or replace function def.usage_counts() returns table (type text, count bigint, bytes bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select p.role || 's', count(*), null::bigint from app.profile p where p.email <> '' group by p.role
    union all select 'records', count(*), null from app.client c where c.erased_at is null
    union all select 'sessions', count(*), null from app.session s
    union all select 'messages', count(*), null from app.message m where m.deleted_at is null
    union all select 'tasks', count(*), null from app.task t
    union all select 'entries', count(*), null from app.journal_entry e where e.trashed_at is null
    union all select 'invoices', count(*), null from app.invoice i
    union all select f.kind, count(*), sum(f.size)::bigint from app.file f where f.state = 'ready' group by f.kind
    union all select 'documents', (select count(*) from app.invoice_document d) + (select count(*) from app.estimate_document d)
        + (select count(*) from app.superbill_document d),
      pg_total_relation_size('app.invoice_document') + pg_total_relation_size('app.estimate_document') + pg_total_relation_size('app.superbill_document')
    union all select 'database', null, sum(pg_total_relation_size(k.oid))::bigint from pg_class k join pg_namespace n on n.oid = k.relnamespace
      where k.relkind in ('r', 'm') and n.nspname in ('app', 'auth', 'jobs', 'meta');
end $$;

revoke all on function def.erase_record(uuid, timestamptz), def.finish_erased_records(timestamptz), def.record_parts(), def.record_keys(), def.invoice_tables(),
  def.drop_unused_files(uuid[]), def.empty_record(uuid, uuid), def.erase_invoices_of_record(uuid, uuid, timestamptz), def.leave_series(uuid, uuid),
  def.forget_ids(uuid, uuid, uuid, uuid[], uuid[], uuid[], uuid[], text), def.empty_for_invoices(uuid, uuid, uuid[]), def.remove_record(uuid, uuid, timestamptz),
  def.records_to_compare(), def.erase_record_again(uuid, timestamptz) from public;
grant execute on function def.erase_record(uuid, timestamptz), def.finish_erased_records(timestamptz) to attune_worker;
grant execute on function def.record_parts(), def.record_keys(), def.invoice_tables(), def.keep_until_record_erased() to attune_owner;

set local role attune_owner;

-- The definer may delete the rows of each table with rows of a record, and read the columns by which they are found.
do $$
declare
  part record;
  may_read boolean;
  may_delete boolean;
begin
  for part in
    select p.relation, (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a where a.attrelid = p.relation and a.attnum > 0
        and not a.attisdropped and (a.attname in ('id', 'therapist_id', 'client_id', 'account_id')
          or exists (select from def.record_keys() k where k.relation = p.relation and a.attname = any (k.columns) or k.refers_to = p.relation and a.attname = any (k.their_columns)))
        and not has_column_privilege('attune_app_definer', p.relation, a.attnum, 'SELECT')) as columns
    from (select distinct r.relation from def.record_parts() r) p order by p.relation::text
  loop
    if part.columns is not null then execute format('grant select (%s) on %s to attune_app_definer', part.columns, part.relation); end if;
    if not has_table_privilege('attune_app_definer', part.relation, 'DELETE') then execute format('grant delete on %s to attune_app_definer', part.relation); end if;
    select coalesce(bool_or(q.polcmd in ('*', 'r')), false), coalesce(bool_or(q.polcmd in ('*', 'd')), false) into may_read, may_delete from pg_policy q
      where q.polrelid = part.relation and q.polroles = array['attune_app_definer'::regrole]::oid[] and pg_get_expr(q.polqual, q.polrelid) = 'true';
    if not may_read then execute format('create policy definer_finds_parts on %s for select to attune_app_definer using (true)', part.relation); end if;
    if not may_delete then execute format('create policy definer_erases_parts on %s for delete to attune_app_definer using (true)', part.relation); end if;
  end loop;
end $$;
