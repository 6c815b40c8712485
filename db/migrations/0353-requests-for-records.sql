-- A client asks a therapist for a copy of their record. The therapist answers with the copy, or refuses with a reason, within a month.

-- `due_on` is the last day for the answer, in the therapist's zone. `answer` is how the copy was handed over, or the reason of a refusal; `document_id`
-- is the copy if the therapist shared it as a document. 'closed': the therapist's account was closed before an answer.
create table app.record_request (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  account_id uuid,
  asked_at timestamptz not null,
  due_on date not null,
  state text not null default 'open' check (state in ('open', 'answered', 'refused', 'withdrawn', 'closed')),
  ended_at timestamptz,
  answer text not null default '' check (length(answer) <= 2000),
  document_id uuid,
  week_reminded_at timestamptz,
  day_reminded_at timestamptz,
  unique (therapist_id, id),
  check ((state = 'open') = (ended_at is null)),
  check (state in ('answered', 'refused') or answer = ''),
  check (state <> 'refused' or answer <> ''),
  check (state = 'answered' or document_id is null),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  foreign key (therapist_id, document_id) references app.document (therapist_id, id) on delete set null (document_id)
);
comment on table app.record_request is 'owner: therapist; erasure: keep by def.close_record_requests and def.follow_record_request (record: without the account, and those of a closed account end); disconnect: keep; export: documents; kept: record; feature: record-request';
create unique index record_request_open on app.record_request (therapist_id, client_id) where state = 'open';
create index record_request_client on app.record_request (therapist_id, client_id, asked_at desc);
create index record_request_account on app.record_request (account_id, asked_at desc);
create index record_request_document on app.record_request (therapist_id, document_id);

grant select on app.record_request to attune_app_client, attune_app_therapist, attune_worker, attune_app_definer, attune_app_backup;
grant insert (id, therapist_id, client_id, asked_at, due_on), update (state, ended_at) on app.record_request to attune_app_client;
grant update (state, ended_at, answer, document_id) on app.record_request to attune_app_therapist;
grant update (week_reminded_at, day_reminded_at) on app.record_request to attune_worker;
grant update (account_id, state, ended_at) on app.record_request to attune_app_definer;
create policy client_sees on app.record_request for select to attune_app_client using (account_id = (select app.actor_id()));
create policy client_asks on app.record_request for insert to attune_app_client with check (account_id = (select app.actor_id()));
create policy client_withdraws on app.record_request for update to attune_app_client using (account_id = (select app.actor_id()));
create policy therapist_sees on app.record_request for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_answers on app.record_request for update to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_keeps on app.record_request for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.record_request for all to attune_app_definer using (true);
create policy backup_reads on app.record_request for select to attune_app_backup using (true);
alter table app.record_request enable row level security, force row level security;

set local role attune_app_definer;

-- Announces each request to its therapist and its client.
create function def.change_record_request() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'record_request', r.id, tg_op, array_remove(array[r.therapist_id, r.account_id], null),
      jsonb_build_object('id', r.id, 'client_id', r.client_id, 'therapist_id', r.therapist_id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_record_request() is 'feature: platform';

-- A request ends once: the client withdraws it, the therapist answers or refuses it. Its answer stays as it is.
create function def.record_request_ends() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (old.state, old.ended_at, old.answer) is distinct from (new.state, new.ended_at, new.answer) and (old.state <> 'open'
      or app.actor_id() = old.account_id and new.state <> 'withdrawn'
      or app.actor_id() = old.therapist_id and new.state not in ('answered', 'refused', 'closed')) then
    raise exception using errcode = 'AT002', message = 'a request that ends otherwise';
  end if;
  return new;
end $$;
comment on function def.record_request_ends() is 'feature: record-request';

-- Adds request and answer to the history of the record.
create function def.note_record_request() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.note_client_event(new.client_id, case when new.state in ('open', 'withdrawn') then 'client' when new.state = 'closed' then 'system' else 'therapist' end,
    'copy-' || case new.state when 'open' then 'asked' else new.state end, '');
  return null;
end $$;
comment on function def.note_record_request() is 'feature: record-request';

-- The requests of a record follow its account. An open one stays, because the therapist must still answer it.
create function def.follow_record_request() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.record_request r set account_id = new.account_id
    where r.therapist_id = new.therapist_id and r.client_id = new.id and r.account_id is distinct from new.account_id;
  return null;
end $$;
comment on function def.follow_record_request() is 'feature: record-request';

-- Ends the open requests to an account that is erased: nobody can answer them any more.
create function def.close_record_requests(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.record_request r set state = 'closed', ended_at = clock_timestamp() where r.therapist_id = account and r.state = 'open';
end $$;
comment on function def.close_record_requests(uuid) is 'feature: record-request';

-- The therapists who have a record of the acting client, connected or not, and whether each of them can't answer because the account is closed or disabled.
create function def.holders_of_own_records() returns table (client_id uuid, therapist_id uuid, name text, zone text, is_closed boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id, c.therapist_id, trim(p.first_name || ' ' || p.last_name), p.zone, p.email = '' or p.disabled_at is not null
    from app.client c join app.profile p on p.account_id = c.therapist_id
    where c.account_id = app.actor_id() order by c.disconnected_at is not null, c.connected_at desc, c.id;
end $$;
comment on function def.holders_of_own_records() is 'feature: record-request';
revoke all on function def.holders_of_own_records() from public;

-- The open requests of which the therapist is to be reminded now: a week before the last day, and on it.
create function def.record_requests_to_remind(moment timestamptz) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select r.id, r.therapist_id from app.record_request r join app.profile p on p.account_id = r.therapist_id
    where r.state = 'open' and p.disabled_at is null and extract(hour from moment at time zone p.zone) >= 8
      and (r.day_reminded_at is null and r.due_on <= (moment at time zone p.zone)::date
        or r.week_reminded_at is null and r.due_on > (moment at time zone p.zone)::date and r.due_on <= (moment at time zone p.zone)::date + 7)
    order by r.due_on, r.id limit 1000;
end $$;
comment on function def.record_requests_to_remind(timestamptz) is 'feature: record-request';
revoke all on function def.record_requests_to_remind(timestamptz) from public;

grant execute on function def.change_record_request(), def.record_request_ends(), def.note_record_request(), def.follow_record_request() to attune_owner;
grant execute on function def.holders_of_own_records() to attune_app_client;
grant execute on function def.record_requests_to_remind(timestamptz) to attune_worker;

set local role attune_owner;

create trigger change_insert after insert on app.record_request referencing new table as changed for each statement execute function def.change_record_request();
create trigger change_update after update on app.record_request referencing new table as changed for each statement execute function def.change_record_request();
create trigger owned before insert on app.record_request for each row execute function def.account_of_record();
create trigger ends before update on app.record_request for each row execute function def.record_request_ends();
create trigger history_insert after insert on app.record_request for each row execute function def.note_record_request();
create trigger history_update after update of state on app.record_request for each row when (old.state is distinct from new.state)
  execute function def.note_record_request();
create trigger record_request_account after update of account_id on app.client for each row when (old.account_id is distinct from new.account_id)
  execute function def.follow_record_request();

-- Reminds a therapist of a request that is still open.
select jobs.create_queue('record-request-remind', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');

-- A notification can be about such a request. The types that others have added stay.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(m[1]), ', ') into known
    from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([a-z-]+)''', 'g') m
    where k.conname = 'notification_related_type_check' and k.conrelid = 'app.notification'::regclass;
  alter table app.notification drop constraint notification_related_type_check;
  execute format('alter table app.notification add constraint notification_related_type_check check (related_type in (%s, ''record-request''))', known);
end $$;
