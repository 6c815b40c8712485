-- What happens to the rows of a table when an account is erased and when a connection ends stands in the comment of the table:
--   owner: therapist|account|product; erasure: RULE; disconnect: RULE
-- A RULE is `keep`, `delete` (erasure: the owner's rows; disconnect: the rows of the two people) or `with app.other` (a foreign key takes the row
-- along with that one). ` by def.f`, also ` by def.f and def.g`, names functions that do what is special. They take (account uuid) at erasure and
-- (therapist uuid, record uuid, moment timestamptz) at disconnect, or they are trigger functions and run by themselves. A reason follows in
-- parentheses; what is kept at erasure needs one. def.erase_account and def.disconnect read these comments: a new table changes neither.

-- ── accounts ──────────────────────────────────────────────────────────────────────────────────────────────────
comment on table app.profile is 'owner: account; erasure: delete by def.erase_account (the name of a therapist stays with the records); disconnect: keep';
comment on table app.therapist_profile is 'owner: account; erasure: with app.profile; disconnect: keep';
comment on table app.role_request is 'owner: account; erasure: with app.profile; disconnect: keep';
comment on table app.notification is 'owner: account; erasure: with app.profile; disconnect: keep by def.journal_connection_over (unread ones about shared entries go)';
comment on table app.notification_setting is 'owner: account; erasure: with app.profile; disconnect: keep';
comment on table app.feedback is 'owner: account; erasure: with app.profile; disconnect: keep';
comment on table app.draft_key is 'owner: account; erasure: delete; disconnect: keep';
comment on table app.calendar_feed is 'owner: account; erasure: delete; disconnect: keep';
comment on table app.task_draft is 'owner: account; erasure: delete; disconnect: delete by def.task_client_gone (those of open tasks)';
comment on table app.file is 'owner: account; erasure: with app.profile; disconnect: keep';
comment on table app.file_reader is 'owner: account; erasure: with app.file by def.reader_gone; disconnect: delete by def.journal_connection_over and def.task_client_gone';
comment on table app.file_gone is 'owner: account; erasure: keep (names the bytes that are still to be removed); disconnect: keep';
comment on table app.journal_entry is 'owner: account; erasure: delete; disconnect: keep';
comment on table app.journal_share is 'owner: account; erasure: with app.journal_entry by def.end_all_journal_shares; disconnect: delete by def.journal_connection_over';
comment on table app.journal_file is 'owner: account; erasure: with app.journal_entry; disconnect: keep';
comment on table app.journal_reply is 'owner: account; erasure: with app.journal_entry; disconnect: keep';
comment on table app.journal_act is 'owner: account; erasure: with app.journal_entry; disconnect: keep';
comment on table app.journal_setting is 'owner: account; erasure: with app.profile; disconnect: keep';
comment on table app.safety_plan is 'owner: account; erasure: delete; disconnect: keep';
comment on table app.safety_plan_share is 'owner: account; erasure: with app.safety_plan; disconnect: delete by def.end_safety_share';
comment on table app.safety_plan_turn is 'owner: account; erasure: with app.safety_plan; disconnect: keep by def.end_safety_share (the end of a connection counts as a choice)';
comment on table app.access is 'owner: account; erasure: delete; disconnect: keep';

-- ── therapists: their own calendar ────────────────────────────────────────────────────────────────────────────
comment on table app.calendar is 'owner: therapist; erasure: keep (every record refers to it); disconnect: keep';
comment on table app.availability is 'owner: therapist; erasure: delete; disconnect: keep';
comment on table app.day_override is 'owner: therapist; erasure: delete; disconnect: keep';
comment on table app.absence is 'owner: therapist; erasure: delete; disconnect: keep';
comment on table app.event is 'owner: therapist; erasure: delete by def.erase_busy_times; disconnect: keep';
comment on table app.series is 'owner: therapist; erasure: delete by def.erase_busy_times (the series of sessions stay with the records); disconnect: keep by def.end_sessions (the series of this client end)';
comment on table app.series_gap is 'owner: therapist; erasure: with app.series; disconnect: keep';
comment on table app.imported_calendar is 'owner: therapist; erasure: delete; disconnect: keep';
comment on table app.imported_event is 'owner: therapist; erasure: with app.imported_calendar; disconnect: keep';
comment on table app.session_terms is 'owner: therapist; erasure: keep (the sessions of the records were booked on these terms); disconnect: keep';
comment on table app.task_template is 'owner: therapist; erasure: delete; disconnect: keep';

-- ── therapists: the records, kept until their retention ends ──────────────────────────────────────────────────
comment on table app.client is 'owner: therapist; erasure: keep by def.erase_account (the record stays, without the account); disconnect: keep by def.disconnect (inactive)';
comment on table app.client_contact is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.client_note is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.client_event is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.client_apart is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.invitation is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.session is 'owner: therapist; erasure: keep (record); disconnect: keep by def.end_sessions (those to come are cancelled)';
comment on table app.session_client is 'owner: therapist; erasure: keep (record); disconnect: keep by def.end_sessions (the client leaves sessions with others)';
comment on table app.session_history is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.session_reminder is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.session_note is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.session_note_version is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.session_note_addendum is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.session_text is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.session_text_share is 'owner: therapist; erasure: keep (record); disconnect: delete';
comment on table app.change_request is 'owner: therapist; erasure: keep (record); disconnect: keep by def.end_sessions (those that wait expire)';
comment on table app.task is 'owner: therapist; erasure: keep by def.archive_all_tasks (record: open ones are archived); disconnect: keep by def.archive_tasks (open ones are archived)';
comment on table app.task_client is 'owner: therapist; erasure: delete by def.archive_all_tasks (those of open tasks); disconnect: delete by def.archive_tasks (those of open tasks)';
comment on table app.task_history is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.task_answer is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.task_comment is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.task_file is 'owner: therapist; erasure: keep (record); disconnect: keep';
comment on table app.journal_comment is 'owner: therapist; erasure: keep (record); disconnect: keep';

-- ── the product ───────────────────────────────────────────────────────────────────────────────────────────────
comment on table app.product_setting is 'owner: product; erasure: keep (names no one); disconnect: keep';
comment on table app.audit is 'owner: product; erasure: keep (append-only, ids alone); disconnect: keep';
comment on table app.mail is 'owner: product; erasure: keep (the outbox: ids and states alone); disconnect: keep by def.journal_connection_over (waiting ones about shared entries are dropped)';
comment on table app.change is 'owner: product; erasure: keep (ids alone, deleted by age); disconnect: keep';

-- ── logins: the program deletes auth.user, outside of def.erase_account ───────────────────────────────────────
comment on table auth."user" is 'owner: account; erasure: delete; disconnect: keep';
comment on table auth.login is 'owner: account; erasure: with auth.user; disconnect: keep';
comment on table auth.account is 'owner: account; erasure: with auth.user; disconnect: keep';
comment on table auth.two_factor is 'owner: account; erasure: with auth.user; disconnect: keep';
comment on table auth.totp_used is 'owner: account; erasure: with auth.user; disconnect: keep';
comment on table auth.known_device is 'owner: account; erasure: with auth.user; disconnect: keep';
comment on table auth.passkey is 'owner: account; erasure: with auth.user; disconnect: keep';
comment on table auth.email_change is 'owner: account; erasure: with auth.user; disconnect: keep';
comment on table auth.factor_reset is 'owner: account; erasure: with auth.user; disconnect: keep';
comment on table auth.standing_code is 'owner: account; erasure: with auth.user; disconnect: keep';
comment on table auth.secret is 'owner: product; erasure: with auth.user (those that name an account); disconnect: keep';
comment on table auth.verification is 'owner: product; erasure: keep (expires); disconnect: keep';
comment on table auth.superseded is 'owner: product; erasure: keep (hashes alone, deleted by age); disconnect: keep';
comment on table auth.guess is 'owner: product; erasure: keep (hashes alone, expires); disconnect: keep';
comment on table auth.rate_limit is 'owner: product; erasure: keep (hashes alone, expires); disconnect: keep';

-- What this trigger deleted of an account now follows from the comments.
drop trigger journal_gone on app.profile;
drop trigger journal_gone_too on app.profile;

set local role attune_app_definer;

drop function def.journal_gone();

-- The comments as rows: one for each table and event. `goes_with` is the table after `with`, `functions` are those after `by`. A table whose
-- comment has another form has no row; the catalog test refuses it.
create function def.table_rules() returns table (relation regclass, owner text, event text, action text, goes_with regclass, functions text[], reason text)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select c.oid::regclass, comment[1], e.event, split_part(rule[1], ' ', 1),
    (select p.oid::regclass from pg_class p where p.relnamespace::regnamespace::text = rule[2] and p.relname = rule[3] and p.relkind in ('r', 'p')),
    array(select f[1] from regexp_matches(coalesce(rule[4], ''), 'def\.(\w+)', 'g') f), rule[5]
  from pg_class c,
    regexp_match(obj_description(c.oid, 'pg_class'), '^owner: (therapist|account|product); erasure: ([^;]+); disconnect: ([^;]+)$') comment,
    (values ('erasure', 2), ('disconnect', 3)) e (event, place),
    regexp_match(comment[e.place], '^(keep|delete|with (app|auth)\.(\w+))(?: by (def\.\w+(?: and def\.\w+)*))?(?: \(([^()]+)\))?$') rule
  where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p') and rule is not null
$$;
grant execute on function def.table_rules() to attune_owner;

-- The functions that the comments name for an event, without those that triggers call; in the order of the tables, so that everyone locks in one order.
create function def.rule_functions(event text) returns setof text language sql stable set search_path = pg_catalog, pg_temp as $$
  select f.name from def.table_rules() r, unnest(r.functions) f (name)
  where r.event = rule_functions.event
    and not exists (select from pg_proc p where p.proname = f.name and p.pronamespace = 'def'::regnamespace and p.prorettype = 'trigger'::regtype)
  group by f.name order by min(r.relation::text), f.name
$$;

-- ── erasure ───────────────────────────────────────────────────────────────────────────────────────────────────

-- Archives the open tasks of all records of an account.
create function def.archive_all_tasks(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.archive_tasks(c.therapist_id, c.id, now()) from app.client c where c.account_id = account;
end $$;

-- Ends all shares of the journal of an account.
create function def.end_all_journal_shares(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.end_journal_shares(account, null, null);
end $$;

-- Deletes the busy times of a therapist and their series. The series of sessions belong to the records.
create function def.erase_busy_times(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.event e where e.therapist_id = account;
  delete from app.series s where s.therapist_id = account and s.kind = 'event';
end $$;

-- Erases what the app knows of an account, as the comments of the tables say. The records of its therapists stay, without the account; of a
-- therapist the name stays, which records and past sessions need until their retention ends. A second call changes nothing.
create or replace function def.erase_account(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  step text;
  t record;
begin
  perform from app.client c where c.account_id = account order by c.id for update;
  for step in select f from def.rule_functions('erasure') f where f <> 'erase_account' loop
    execute format('select def.%I($1)', step) using account;
  end loop;
  for t in select r.relation, r.owner from def.table_rules() r join pg_class c on c.oid = r.relation
      where c.relnamespace = 'app'::regnamespace and r.event = 'erasure' and r.action = 'delete' and r.functions = '{}' order by r.relation::text loop
    execute format('delete from %s where %I = $1', t.relation, t.owner || '_id') using account;
  end loop;
  update app.client c set account_id = null, updated_at = now() where c.account_id = account;
  update app.profile p set email = '', avatar_url = null, updated_at = now() where p.account_id = account and p.role = 'therapist';
  delete from app.profile p where p.account_id = account and p.role <> 'therapist';
end $$;

-- ── disconnect ────────────────────────────────────────────────────────────────────────────────────────────────

-- Ends the series of a therapist in which no one but this record still takes part: no session follows the last one that is planned.
create function def.end_sole_series(therapist uuid, record uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.series s set last_day = e.last, updated_at = now()
  from (select o.id, coalesce((select max(x.series_day) from app.session x
          where x.therapist_id = o.therapist_id and x.series_id = o.id and x.status not in ('cancelled', 'denied')), o.first_day - 1) as last
      from app.series o where o.therapist_id = therapist and o.kind = 'session' and o.template -> 'clientIds' ? record::text
        and not exists (select from app.client k
          where k.therapist_id = therapist and k.id <> record and k.status <> 'inactive' and o.template -> 'clientIds' ? k.id::text)) e
  where s.id = e.id and (s.last_day is null or s.last_day > e.last);
end $$;

-- The same for a record of the actor that is inactive.
create or replace function def.end_series_of(record uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.end_sole_series(c.therapist_id, c.id) from app.client c
    where c.id = record and c.status = 'inactive' and app.actor_id() in (c.therapist_id, c.account_id);
end $$;

-- Cancels the sessions of a record after `moment`, without a fee; of several participants only this one leaves. All cancelled sessions bear the
-- time of the transaction, by which the mail finds them. Requests that wait expire, and series end.
create function def.end_sessions(therapist uuid, record uuid, moment timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  side text := case when app.actor_id() = therapist then 'therapist' else 'client' end;
  s record;
begin
  for s in select x.id, x.status, x.starts_at from app.session_client p join app.session x on x.id = p.session_id
    where p.client_id = end_sessions.record and p.starts_at > moment and x.status in ('pending', 'scheduled', 'confirmed', 'rescheduled') order by x.id for update of x loop
    if exists (select from app.session_client o where o.session_id = s.id and o.client_id <> end_sessions.record and o.answer <> 'declined') then
      update app.session_client p set answer = 'declined' where p.session_id = s.id and p.client_id = end_sessions.record;
    else
      update app.session x set status = 'cancelled', revision = x.revision + 1, updated_at = now() where x.id = s.id;
      insert into app.session_history (therapist_id, session_id, by_account, by_role, action, from_status, to_status, starts_at_before, starts_at_after, command)
        values (therapist, s.id, app.actor_id(), side, 'cancel', s.status, 'cancelled', s.starts_at, s.starts_at, gen_random_uuid());
    end if;
  end loop;
  update app.change_request w set state = 'expired', answered_at = now()
    where w.therapist_id = therapist and w.client_id = end_sessions.record and w.state in ('open', 'countered');
  perform def.end_sole_series(therapist, end_sessions.record);
end $$;

-- Ends the connection of a record, by either side, as the comments of the tables say; what they name runs while the record is still connected.
-- The record is inactive afterwards and keeps its account. The calendar is locked first, as by everything that takes a slot. Returns nothing
-- where the record is not the actor's or never had an account; `fresh` is false where the connection has ended before.
create or replace function def.disconnect(record uuid, at timestamptz, by_command uuid)
returns table (therapist_id uuid, account_id uuid, fresh boolean) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
  person uuid;
  left_at timestamptz;
  step text;
  t record;
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
  for step in select f from def.rule_functions('disconnect') f where f <> 'disconnect' loop
    execute format('select def.%I($1, $2, $3)', step) using owner, record, at;
  end loop;
  for t in select r.relation, r.owner from def.table_rules() r
      where r.event = 'disconnect' and r.action = 'delete' and r.functions = '{}' order by r.relation::text loop
    execute format('delete from %s where therapist_id = $1 and %s', t.relation, case t.owner when 'therapist' then 'client_id = $2' else 'account_id = $3' end)
      using owner, record, person;
  end loop;
  update app.client c set status = 'inactive', disconnected_at = now(), updated_at = now() where c.id = record;
  insert into app.client_event (therapist_id, client_id, by_role, kind, command)
    values (owner, record, case when app.actor_id() = owner then 'therapist' else 'client' end, 'disconnected', by_command);
  return query select owner, person, true;
end $$;

set local role attune_owner;
