-- What happens to tasks beyond the rights of those who call it: deliveries, files, the end of a connection, and the news for open pages.

set local role attune_app_definer;

-- Delivers the tasks that wait for one which the acting client has handed in, and tells the client of each in the therapist's name.
create function def.deliver_after(done uuid, moment timestamptz) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before record;
  t record;
begin
  select x.therapist_id, l.client_id into before from app.task x join app.task_client l on l.task_id = x.id
    where x.id = done and x.status = 'completed' and l.client_id = any (def.my_records());
  if before.client_id is null then return; end if;
  for t in select x.id, x.due_day, x.status from app.task x where x.therapist_id = before.therapist_id and x.after_task_id = done
      and x.client_id = before.client_id and x.delivered_at is null and x.withdrawn_at is null and x.archived_at is null order by x.id for update loop
    insert into app.task_client (therapist_id, task_id, client_id, due_day) values (before.therapist_id, t.id, before.client_id, t.due_day);
    update app.task x set delivered_at = moment, version = x.version + 1, updated_at = moment where x.id = t.id;
    insert into app.task_history (therapist_id, task_id, at, by_account, by_role, action, from_status, to_status, command)
      values (before.therapist_id, t.id, moment, before.therapist_id, 'product', 'deliver', t.status, t.status, gen_random_uuid());
    insert into app.notification (account_id, kind, params, related_type, related_id, person_id)
      select app.actor_id(), 'task-assigned', jsonb_build_object('name', trim(p.first_name || ' ' || p.last_name)), 'task', t.id, before.therapist_id
      from app.profile p where p.account_id = before.therapist_id;
    return next t.id;
  end loop;
end $$;
grant execute on function def.deliver_after(uuid, timestamptz) to attune_app_client;

-- Keeps the record of a task from being disconnected until the transaction ends. Whoever changes a task holds its record first, as the end of a
-- connection does: two who hold them in different orders would wait for each other for ever.
create function def.hold_record_of(task uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.client c join app.task t on t.client_id = c.id
    where t.id = hold_record_of.task and app.actor_id() in (c.therapist_id, c.account_id) for key share of c;
end $$;
grant execute on function def.hold_record_of(uuid) to attune_app_therapist, attune_app_client, attune_worker;

-- Whether a therapist's record stands, so that something may be given to it or taken from it: for both sides of it.
create function def.task_rests(therapist uuid, record uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return not exists (select from app.client c where c.id = record and c.therapist_id = therapist and c.status <> 'inactive'
    and app.actor_id() in (c.therapist_id, c.account_id));
end $$;
grant execute on function def.task_rests(uuid, uuid) to attune_app_therapist, attune_app_client, attune_worker;

-- Which tasks have to be delivered, and which reminded of, about now; ids alone, whosever they are. Where the client has moved to another
-- zone since the moment was found, it is looked at a day ahead. A row of a repetition waits until those before it were delivered.
create function def.tasks_to_deliver(moment timestamptz) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select t.id, t.therapist_id from app.task t join app.client c on c.id = t.client_id left join app.profile p on p.account_id = c.account_id
    where t.delivered_at is null and t.withdrawn_at is null and t.archived_at is null and c.status <> 'inactive'
      and (t.deliver_at <= moment or t.repeat_number > 1 and t.deliver_at <= moment + interval '26 hours' and p.zone <> t.zone)
      and not exists (select from app.task b where b.therapist_id = t.therapist_id and b.act_id = t.act_id and b.client_id = t.client_id
        and b.repeat_number < t.repeat_number and b.delivered_at is null and b.withdrawn_at is null and b.archived_at is null)
    order by t.deliver_at limit 1000;
end $$;
create function def.tasks_to_remind(moment timestamptz) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select t.id, t.therapist_id from app.task t join app.client c on c.id = t.client_id left join app.profile p on p.account_id = c.account_id
    where t.reminded_at is null and t.delivered_at is not null
      and (t.remind_at <= moment or t.remind_at <= moment + interval '26 hours' and p.zone <> t.zone)
    order by t.remind_at limit 1000;
end $$;
grant execute on function def.tasks_to_deliver(timestamptz), def.tasks_to_remind(timestamptz) to attune_worker;

-- The files of a task are read by the client as long as the task is delivered: who reads follows from the two tables.
create function def.task_file_read() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.file_reader (account_id, file_id, reader_id)
    select distinct f.account_id, f.file_id, c.account_id from new_rows n join app.task_file f on f.therapist_id = n.therapist_id and f.task_id = n.task_id
      join app.task_client l on l.therapist_id = f.therapist_id and l.task_id = f.task_id join app.client c on c.id = l.client_id
    where c.account_id is not null on conflict do nothing;
  return null;
end $$;
-- A client who joined after a task was given reads its files from then on.
create function def.task_files_to_me(task uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.file_reader (account_id, file_id, reader_id)
    select f.account_id, f.file_id, app.actor_id() from app.task_file f join app.task_client l on l.therapist_id = f.therapist_id and l.task_id = f.task_id
    where f.task_id = task_files_to_me.task and l.client_id = any (def.my_records()) on conflict do nothing;
end $$;
grant execute on function def.task_files_to_me(uuid) to attune_app_client;
create function def.task_file_unread(owner uuid, files uuid[], records uuid[]) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.file_reader r using app.client c
    where r.account_id = owner and r.file_id = any (files) and c.id = any (records) and r.reader_id = c.account_id
      and not exists (select from app.task_file f join app.task_client l on l.therapist_id = f.therapist_id and l.task_id = f.task_id
        where f.account_id = r.account_id and f.file_id = r.file_id and l.client_id = c.id);
end $$;
create function def.task_file_gone() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.task_file_unread(g.account_id, g.files, g.records) from (
    select o.account_id, array_agg(o.file_id) as files, array_agg(l.client_id) as records
    from old_rows o join app.task_client l on l.therapist_id = o.therapist_id and l.task_id = o.task_id group by o.account_id) g;
  return null;
end $$;
-- What a client has been filling in of a task that is not the client's any more can be reached by nobody: it goes, and so do the files.
create function def.task_client_gone() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.task_draft d using old_rows o where d.task_id = o.task_id;
  perform def.task_file_unread(g.account_id, g.files, g.records) from (
    select f.account_id, array_agg(f.file_id) as files, array_agg(o.client_id) as records
    from old_rows o join app.task_file f on f.therapist_id = o.therapist_id and f.task_id = o.task_id group by f.account_id) g;
  return null;
end $$;

-- Puts the open tasks of a record away, those too that wait to be delivered: as its connection ends, or its client's account.
create function def.archive_tasks(owner uuid, record uuid, moment timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  with away as (
    update app.task t set archived_at = moment, ended_at = moment, version = t.version + 1, updated_at = moment
      where t.therapist_id = owner and t.client_id = record and t.status in ('assigned', 'in-progress') and t.archived_at is null and t.withdrawn_at is null
      returning t.id, t.status)
  insert into app.task_history (therapist_id, task_id, at, by_account, by_role, action, from_status, to_status, command)
    select owner, a.id, moment, coalesce(app.actor_id(), owner), 'product', 'archive', a.status, a.status, gen_random_uuid() from away a;
  delete from app.task_client l using app.task t where l.therapist_id = owner and l.client_id = record and t.id = l.task_id and t.archived_at is not null;
end $$;

-- Ends a connection as before, and with it the open tasks.
create or replace function def.disconnect(record uuid, at timestamptz, by_command uuid)
returns table (therapist_id uuid, account_id uuid, fresh boolean) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
  person uuid;
  left_at timestamptz;
  side text;
  s record;
begin
  select c.therapist_id, c.account_id into owner, person from app.client c where c.id = record and app.actor_id() in (c.therapist_id, c.account_id);
  if owner is null or person is null then return; end if;
  perform from app.calendar k where k.therapist_id = owner for update;
  select c.account_id, c.disconnected_at into person, left_at from app.client c where c.id = record for update;
  if person is null then return; end if;
  if left_at is not null then
    return query select owner, person, false;
    return;
  end if;
  side := case when app.actor_id() = owner then 'therapist' else 'client' end;
  for s in select x.id, x.status, x.starts_at from app.session_client p join app.session x on x.id = p.session_id
    where p.client_id = record and p.starts_at > at and x.status in ('pending', 'scheduled', 'confirmed', 'rescheduled') order by x.id for update of x loop
    if exists (select from app.session_client o where o.session_id = s.id and o.client_id <> record and o.answer <> 'declined') then
      update app.session_client p set answer = 'declined' where p.session_id = s.id and p.client_id = record;
    else
      update app.session x set status = 'cancelled', revision = x.revision + 1, updated_at = now() where x.id = s.id;
      insert into app.session_history (therapist_id, session_id, by_account, by_role, action, from_status, to_status, starts_at_before, starts_at_after, command)
        values (owner, s.id, app.actor_id(), side, 'cancel', s.status, 'cancelled', s.starts_at, s.starts_at, gen_random_uuid());
    end if;
  end loop;
  update app.change_request w set state = 'expired', answered_at = now() where w.therapist_id = owner and w.client_id = record and w.state in ('open', 'countered');
  delete from app.session_text_share h where h.therapist_id = owner and h.client_id = record;
  update app.client c set status = 'inactive', disconnected_at = now(), updated_at = now() where c.id = record;
  insert into app.client_event (therapist_id, client_id, by_role, kind, command) values (owner, record, side, 'disconnected', by_command);
  perform def.end_series_of(record);
  perform def.archive_tasks(owner, record, at);
  return query select owner, person, true;
end $$;

-- As before; with an account go its drafts, of its tasks what is open is put away, with a therapist's go the templates.
create or replace function def.erase_account(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.client c where c.account_id = account order by c.id for update;
  perform def.archive_tasks(c.therapist_id, c.id, now()) from app.client c where c.account_id = account;
  delete from app.task_template m where m.therapist_id = account;
  delete from app.calendar_feed f where f.account_id = account;
  delete from app.imported_calendar i where i.therapist_id = account;
  delete from app.event e where e.therapist_id = account;
  delete from app.series s where s.therapist_id = account and s.kind = 'event';
  delete from app.absence a where a.therapist_id = account;
  delete from app.day_override d where d.therapist_id = account;
  delete from app.availability v where v.therapist_id = account;
  update app.client c set account_id = null, updated_at = now() where c.account_id = account;
  update app.profile p set email = '', avatar_url = null, updated_at = now() where p.account_id = account and p.role = 'therapist';
  delete from app.draft_key k where k.account_id = account;
  delete from app.profile p where p.account_id = account and p.role <> 'therapist';
end $$;

-- A row in `change` per changed row, for the therapist and for the client to whom the task was delivered.
do $$
declare
  t record;
  client constant text := ' || array(select c.account_id from app.task_client l join app.client c on c.id = l.client_id where l.therapist_id = r.therapist_id and l.task_id = %s and c.account_id is not null)';
begin
  for t in select * from (values
    ('task', 'r.id', format(client, 'r.id'), 'jsonb_build_object(''id'', r.id, ''therapist_id'', r.therapist_id, ''status'', r.status)'),
    ('task_client', 'r.task_id', ' || array(select c.account_id from app.client c where c.id = r.client_id and c.account_id is not null)',
      'jsonb_build_object(''task_id'', r.task_id, ''client_id'', r.client_id, ''therapist_id'', r.therapist_id)'),
    ('task_comment', 'r.id', format(client, 'r.task_id'), 'jsonb_build_object(''id'', r.id, ''task_id'', r.task_id, ''therapist_id'', r.therapist_id)'),
    ('task_answer', 'r.task_id', '', 'jsonb_build_object(''task_id'', r.task_id, ''therapist_id'', r.therapist_id)')
  ) as v (name, row_id, also, keys) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        if tg_op = 'DELETE' then
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, array[r.therapist_id]%3$s, %4$s from old_rows r;
        else
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, array[r.therapist_id]%3$s, %4$s from new_rows r;
        end if;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.row_id, t.also, t.keys);
  end loop;
end $$;
grant execute on function def.task_file_read(), def.task_file_gone(), def.task_client_gone() to attune_owner;

set local role attune_owner;

do $$
declare
  name text;
begin
  foreach name in array array['task', 'task_client', 'task_comment', 'task_answer'] loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_update after update on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
  end loop;
  foreach name in array array['task_client', 'task_file'] loop
    execute format('create trigger files_read after insert on app.%I referencing new table as new_rows for each statement execute function def.task_file_read()', name);
    execute format('create trigger files_unread after delete on app.%1$I referencing old table as old_rows for each statement execute function def.%1$s_gone()', name);
  end loop;
end $$;
create trigger change_delete after delete on app.task_client referencing old table as old_rows for each statement execute function def.change_task_client();

do $$
declare
  name text;
begin
  foreach name in array array['task-deliver', 'task-remind'] loop
    perform jobs.create_queue(name, '{"policy": "standard", "retryLimit": 12, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');
  end loop;
end $$;
