-- What waited to leave when a backup was made, and is still to come after its restore, is held until its therapist decides, or the admin about what
-- belongs to the practice alone.

-- The latest restore; at most one row. Until `hold_until`, emails and texts that jobs make up for are held too.
create table app.restored (
  id uuid primary key default gen_random_uuid(),
  data_of timestamptz not null,
  restored_at timestamptz not null,
  hold_until timestamptz not null
);
comment on table app.restored is 'owner: product; erasure: keep (times alone); disconnect: keep; feature: restore';

-- `item_id` is the email, text, notification, therapist or calendar that the kind names. Null for `therapist_id`: it belongs to the practice.
create table app.held_item (
  id uuid not null default gen_random_uuid(),
  therapist_id uuid references app.calendar (therapist_id) on delete cascade,
  kind text not null check (kind in ('mail', 'text', 'push', 'waiting-list', 'calendar')),
  item_id uuid not null,
  -- The kind of an email, the purpose of a text.
  detail text not null default '' check (length(detail) <= 40),
  -- Whom an email or a notification is to.
  account_id uuid,
  client_id uuid,
  due_at timestamptz not null,
  primary key (kind, item_id)
);
comment on table app.held_item is 'owner: product; erasure: keep (ids alone, until the decision or the next restore); disconnect: keep; feature: restore';
create index held_item_therapist on app.held_item (therapist_id, due_at);

grant select on app.held_item to attune_app_therapist;
grant select, delete, insert (therapist_id, kind, item_id, detail, account_id, client_id, due_at) on app.held_item to attune_app_definer;
grant select, delete, insert (data_of, restored_at, hold_until) on app.restored to attune_app_definer;
create policy therapist_reads on app.held_item for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.held_item for all to attune_app_definer using (true);
create policy definer_keeps on app.restored for all to attune_app_definer using (true);
do $$
declare
  name text;
begin
  foreach name in array array['restored', 'held_item'] loop
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;

grant update (state, error, attempts) on app.mail to attune_app_definer;
grant update (due_at) on app.delivery to attune_app_definer;
grant delete on app.push_waiting to attune_app_definer;
grant update (closed_at) on app.freed_time to attune_app_definer;
grant select (direction), update (direction, sync_token, ctag, compared_at, next_sync_at) on app.external_calendar to attune_app_definer;
create policy definer_updates on app.external_calendar for update to attune_app_definer using (true);
grant update (due_at) on app.payment_page to attune_app_definer;
create policy definer_updates on app.payment_page for update to attune_app_definer using (true);
grant update (refunds_due_at) on app.online_payment_setup to attune_app_definer;

set local role attune_app_definer;

-- Whether something waits for a decision.
create function def.is_held(held_kind text, item uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.held_item h where h.kind = held_kind and h.item_id = item);
end $$;
comment on function def.is_held(text, uuid) is 'feature: restore';
grant execute on function def.is_held(text, uuid) to attune_worker;

-- The therapist to whom an account belongs: the account itself, or null for one that is no therapist's.
create function def.therapist_or_null(account uuid) returns uuid language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select k.therapist_id from app.calendar k where k.therapist_id = account);
end $$;
comment on function def.therapist_or_null(uuid) is 'feature: profile';

-- Whether an email of this kind is a reminder, which decides for itself whether it is late.
create function def.is_reminder_mail(kind text) returns boolean language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return kind in ('session-reminder', 'guardian-reminder', 'form-due');
end $$;
comment on function def.is_reminder_mail(text) is 'feature: notification';

-- Notes a restore, and until when the jobs that make up for the time since are held.
create function def.note_restore(of timestamptz, restored timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.restored;
  delete from app.held_item;
  insert into app.restored (data_of, restored_at, hold_until) values (of, restored, now() + interval '30 minutes');
end $$;
comment on function def.note_restore(timestamptz, timestamptz) is 'feature: restore';

-- Holds emails, each with the time at which it would have left.
create function def.hold_mails(mails uuid[], due timestamptz[]) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.held_item (therapist_id, kind, item_id, detail, account_id, due_at)
    select def.therapist_or_null(m.acting_for), 'mail', m.id, m.kind, m.account_id, x.due from unnest(mails, due) x (id, due) join app.mail m on m.id = x.id
    on conflict do nothing;
end $$;
comment on function def.hold_mails(uuid[], timestamptz[]) is 'feature: restore';

-- Drops the texts that were due before the restore and holds those that are still to come. Reminders decide for themselves.
create function def.hold_texts(moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.delivery d set failed = 'expired', body = null, updated_at = moment
    where d.rank = 0 and d.failed is null and d.purpose <> 'reminder' and d.due_at <= moment;
  perform def.hold_texts_to_come();
end $$;
comment on function def.hold_texts(timestamptz) is 'feature: delivery';
create function def.hold_texts_to_come() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.held_item (therapist_id, kind, item_id, detail, client_id, due_at)
    select d.therapist_id, 'text', d.id, d.purpose, d.client_id, d.due_at from app.delivery d
    where d.rank = 0 and d.failed is null and d.purpose <> 'reminder' on conflict do nothing;
end $$;
comment on function def.hold_texts_to_come() is 'feature: restore';

-- Takes the push notifications that wait out of their queue, and holds those that were to come.
create function def.hold_pushes(notifications uuid[], due timestamptz[]) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.held_item (therapist_id, kind, item_id, account_id, due_at)
    select def.therapist_or_null(w.account_id), 'push', w.notification_id, w.account_id, x.due
    from unnest(notifications, due) x (id, due) join app.push_waiting w on w.notification_id = x.id on conflict do nothing;
  perform def.empty_push_queue();
end $$;
comment on function def.hold_pushes(uuid[], timestamptz[]) is 'feature: restore';
create function def.empty_push_queue() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.push_waiting;
end $$;
comment on function def.empty_push_queue() is 'feature: push';

-- Holds the waiting lists that have an open offer or a freed time that is still to come: a job would offer the times to further clients.
create function def.hold_waiting_lists(moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.held_item (therapist_id, kind, item_id, due_at)
    select t.id, 'waiting-list', t.id, moment from (
      select f.therapist_id as id from app.freed_time f where f.closed_at is null and f.ends_at > moment
      union select o.therapist_id from app.waiting_offer o where o.state = 'open') t on conflict do nothing;
end $$;
comment on function def.hold_waiting_lists(timestamptz) is 'feature: restore';

-- Lets every external calendar be read and compared anew, and holds what would be written to it.
create function def.hold_calendar_writes(moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.held_item (therapist_id, kind, item_id, due_at)
    select c.therapist_id, 'calendar', c.id, moment from app.external_calendar c where c.direction <> 'read' and c.state <> 'stopped' on conflict do nothing;
  perform def.compare_calendars(moment);
end $$;
comment on function def.hold_calendar_writes(timestamptz) is 'feature: restore';
create function def.compare_calendars(moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.external_calendar c set sync_token = null, ctag = null, compared_at = null, next_sync_at = moment;
end $$;
comment on function def.compare_calendars(timestamptz) is 'feature: external-calendar';

-- Lets the provider be asked at once about every open page and about refunds, so that payments since the backup are booked.
create function def.ask_about_payments(moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.payment_page g set due_at = moment where g.due_at > moment;
  update app.online_payment_setup s set refunds_due_at = moment where s.refunds_due_at > moment;
end $$;
comment on function def.ask_about_payments(timestamptz) is 'feature: online-payment';

-- Holds emails and texts that jobs make up for shortly after a restore. What a person has just asked for leaves at once, as do emails about the
-- account itself. Reminders decide for themselves.
create function def.hold_caught_up_mail() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('role') = 'attune_worker' and exists (select from app.restored r where r.hold_until > now())
    and (new.account_id, new.account_id) is distinct from (new.acting_for, new.subject_id)
    and new.kind <> 'notification-address' and not def.is_reminder_mail(new.kind) then
    perform def.hold_mails(array[new.id], array[now()]);
  end if;
  return null;
end $$;
comment on function def.hold_caught_up_mail() is 'feature: restore';
create function def.hold_caught_up_text() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('role') = 'attune_worker' and exists (select from app.restored r where r.hold_until > now()) then
    perform def.hold_texts_to_come();
  end if;
  return null;
end $$;
comment on function def.hold_caught_up_text() is 'feature: restore';
grant execute on function def.hold_caught_up_mail(), def.hold_caught_up_text() to attune_owner;

-- Lets a held thing go, or drops it. Each is called by the function of the restore that decides.
create function def.release_mail(mail uuid, choice text) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.mail m set state = case choice when 'send' then 'waiting' else 'dropped' end, error = case choice when 'send' then null else 'held' end, attempts = 0
    where m.id = mail and m.state in ('waiting', 'sending', 'failed');
end $$;
comment on function def.release_mail(uuid, text) is 'feature: platform';
create function def.release_text(delivery uuid, choice text, moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.delivery d set due_at = moment, failed = case choice when 'send' then null else 'expired' end,
      body = case choice when 'send' then d.body end, updated_at = moment
    where d.id = delivery and d.rank = 0 and d.failed is null;
end $$;
comment on function def.release_text(uuid, text, timestamptz) is 'feature: delivery';
create function def.release_push(account uuid, notification uuid) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.push_waiting (account_id, notification_id)
    select n.account_id, n.id from app.notification n where n.id = notification and n.account_id = account on conflict do nothing;
end $$;
comment on function def.release_push(uuid, uuid) is 'feature: push';
create function def.close_freed_times(therapist uuid, moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.freed_time f set closed_at = moment where f.therapist_id = therapist and f.closed_at is null;
end $$;
comment on function def.close_freed_times(uuid, timestamptz) is 'feature: waiting-list';
create function def.release_calendar(calendar uuid, choice text, moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.external_calendar c set next_sync_at = moment, direction = case choice when 'send' then c.direction else 'read' end where c.id = calendar;
end $$;
comment on function def.release_calendar(uuid, text, timestamptz) is 'feature: external-calendar';

-- Carries out a decision about held things and returns them, so that their jobs are added. The caller has chosen things of the actor.
create function def.settle_held(items uuid[], choice text, moment timestamptz)
returns table (kind text, item_id uuid, therapist_id uuid, account_id uuid) language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  h record;
begin
  for h in delete from app.held_item x where x.id = any (items) returning x.* loop
    case h.kind
      when 'mail' then perform def.release_mail(h.item_id, choice);
      when 'text' then perform def.release_text(h.item_id, choice, moment);
      when 'push' then if choice = 'send' then perform def.release_push(h.account_id, h.item_id); end if;
      when 'waiting-list' then if choice = 'drop' then perform def.close_freed_times(h.item_id, moment); end if;
      when 'calendar' then perform def.release_calendar(h.item_id, choice, moment);
    end case;
    kind := h.kind; item_id := h.item_id; therapist_id := h.therapist_id; account_id := h.account_id;
    return next;
  end loop;
end $$;
comment on function def.settle_held(uuid[], text, timestamptz) is 'feature: restore';

-- A therapist decides about own things. Things of others, and those that are decided already, are left out.
create function def.decide_held(items uuid[], choice text, moment timestamptz)
returns table (kind text, item_id uuid, therapist_id uuid, account_id uuid) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.kind, s.item_id, s.therapist_id, s.account_id from def.settle_held(
    array(select h.id from app.held_item h where h.id = any (items) and h.therapist_id = app.actor_id()), choice, moment) s;
end $$;
comment on function def.decide_held(uuid[], text, timestamptz) is 'feature: restore';
grant execute on function def.decide_held(uuid[], text, timestamptz) to attune_app_therapist;

-- How much is held, by kind: of the practice alone, and of the therapists. Names no one.
create function def.held_counts() returns table (kind text, practice int, therapists int, data_of timestamptz, restored_at timestamptz) language plpgsql stable security definer
set search_path = pg_catalog, pg_temp as $$
begin
  return query select h.kind, (count(*) filter (where h.therapist_id is null))::int, (count(*) filter (where h.therapist_id is not null))::int,
      r.data_of, r.restored_at
    from app.held_item h, app.restored r where exists (select from app.profile p where p.account_id = app.actor_id() and p.role = 'admin')
    group by h.kind, r.data_of, r.restored_at order by h.kind;
end $$;
comment on function def.held_counts() is 'feature: restore';
grant execute on function def.held_counts() to attune_app_admin;

-- An admin decides about what belongs to the practice alone.
create function def.decide_held_of_practice(held_kind text, choice text, moment timestamptz)
returns table (kind text, item_id uuid, therapist_id uuid, account_id uuid) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.kind, s.item_id, s.therapist_id, s.account_id from def.settle_held(
    array(select h.id from app.held_item h where h.kind = held_kind and h.therapist_id is null
      and exists (select from app.profile p where p.account_id = app.actor_id() and p.role = 'admin')), choice, moment) s;
end $$;
comment on function def.decide_held_of_practice(text, text, timestamptz) is 'feature: restore';
grant execute on function def.decide_held_of_practice(text, text, timestamptz) to attune_app_admin;

-- A held text is not late.
create or replace function def.overdue_deliveries(due timestamptz, asked timestamptz) returns table (id uuid, therapist_id uuid, is_asked boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select d.id, d.therapist_id, d.rank = 1 from app.delivery d where d.rank <= 1 and d.failed is null and not d.is_accepted and not d.is_uncertain
    and ((d.rank = 0 and d.due_at < due) or (d.rank = 1 and d.asked_at < asked)) and not def.is_held('text', d.id) order by d.due_at limit 500;
end $$;

revoke all on function def.is_held(text, uuid), def.is_reminder_mail(text), def.therapist_or_null(uuid), def.note_restore(timestamptz, timestamptz), def.hold_mails(uuid[], timestamptz[]),
  def.hold_texts(timestamptz), def.hold_texts_to_come(), def.hold_pushes(uuid[], timestamptz[]), def.empty_push_queue(), def.hold_waiting_lists(timestamptz),
  def.hold_calendar_writes(timestamptz), def.compare_calendars(timestamptz), def.ask_about_payments(timestamptz), def.hold_caught_up_mail(),
  def.hold_caught_up_text(), def.release_mail(uuid, text), def.release_text(uuid, text, timestamptz), def.release_push(uuid, uuid),
  def.close_freed_times(uuid, timestamptz), def.release_calendar(uuid, text, timestamptz), def.settle_held(uuid[], text, timestamptz),
  def.decide_held(uuid[], text, timestamptz), def.held_counts(), def.decide_held_of_practice(text, text, timestamptz) from public;

set local role attune_owner;

create trigger hold_after_restore after insert on app.mail for each row execute function def.hold_caught_up_mail();
create trigger hold_after_restore after insert on app.delivery for each row when (new.purpose <> 'reminder') execute function def.hold_caught_up_text();
