-- Good Faith Estimates of businesses in the United States. A client has one draft at most; each estimate that was given is a version with a
-- number of its own and never changes.

create table app.estimate_draft (
  therapist_id uuid not null,
  client_id uuid not null,
  -- What the therapist has written, as the contract describes it.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (therapist_id, client_id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.estimate_draft is 'owner: therapist; erasure: delete; disconnect: keep';

create table app.estimate (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  -- The version, from 1 on for each client.
  number int not null check (number >= 1),
  given_on date not null,
  given_at timestamptz not null default clock_timestamp(),
  period_from date not null,
  period_until date not null,
  currency char(3) not null check (currency = 'USD'),
  -- In cents.
  total_minor bigint not null check (total_minor between 0 and 9999999999),
  -- Everything that the page shows.
  frozen jsonb not null check (jsonb_typeof(frozen) = 'object'),
  -- The command that gave it, and the version of the draft that it gave.
  command uuid not null,
  draft_version int not null,
  unique (therapist_id, id),
  unique (therapist_id, client_id, number),
  constraint estimate_command_key unique (therapist_id, command),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id),
  check (period_until >= period_from and period_until < period_from + interval '1 year')
);
comment on table app.estimate is 'owner: therapist; erasure: keep (given estimates, as the record that they belong to); disconnect: keep';
create index estimate_given on app.estimate (therapist_id, given_at desc, id);

-- The PDF that was made from the frozen estimate. It is never replaced.
create table app.estimate_document (
  therapist_id uuid not null,
  estimate_id uuid primary key,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bytea not null check (length(bytes) between 1 and 20000000),
  made_at timestamptz not null default now(),
  foreign key (therapist_id, estimate_id) references app.estimate (therapist_id, id)
);
comment on table app.estimate_document is 'owner: therapist; erasure: keep (with its estimate); disconnect: keep';
create index estimate_document_estimate on app.estimate_document (therapist_id, estimate_id);

-- Whom an estimate concerns. The client reads estimates through it, also after a disconnect.
create table app.estimate_client (
  therapist_id uuid not null,
  estimate_id uuid not null,
  client_id uuid not null,
  -- The account of the client's record; null while it has none.
  account_id uuid,
  primary key (therapist_id, estimate_id, client_id),
  foreign key (therapist_id, estimate_id) references app.estimate (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.estimate_client is 'owner: therapist; erasure: keep by def.follow_estimate_account (with its estimate, without the account); disconnect: keep';
create index estimate_client_client on app.estimate_client (therapist_id, client_id);
create index estimate_client_account on app.estimate_client (account_id, estimate_id);

-- The days on which clients asked for an estimate.
create table app.estimate_request (
  therapist_id uuid not null,
  client_id uuid not null,
  asked_on date not null,
  recorded_at timestamptz not null default now(),
  primary key (therapist_id, client_id, asked_on),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.estimate_request is 'owner: therapist; erasure: delete; disconnect: keep';

grant select on app.estimate_draft, app.estimate, app.estimate_document, app.estimate_client, app.estimate_request to attune_app_therapist;
grant delete, insert (therapist_id, client_id, content, version), update (content, version, updated_at) on app.estimate_draft to attune_app_therapist;
grant insert (id, therapist_id, client_id, number, given_on, period_from, period_until, currency, total_minor, frozen, command, draft_version)
  on app.estimate to attune_app_therapist;
grant delete, insert (therapist_id, client_id, asked_on) on app.estimate_request to attune_app_therapist;

grant select (id, therapist_id, client_id, number, given_on, given_at, period_from, period_until, frozen) on app.estimate to attune_app_client;
grant select on app.estimate_document, app.estimate_client to attune_app_client;

grant select on app.estimate, app.estimate_client, app.estimate_document to attune_worker;
grant insert (therapist_id, estimate_id, sha256, bytes) on app.estimate_document to attune_worker;

grant select, delete on app.estimate_draft, app.estimate_request to attune_app_definer;
grant select on app.estimate to attune_app_definer;
grant select, insert (therapist_id, estimate_id, client_id, account_id), update (account_id) on app.estimate_client to attune_app_definer;

set local role attune_app_definer;

-- Accepts a version only with the number after the latest one of its client.
create function def.estimate_number_follows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.number <> 1 + coalesce((select max(e.number) from app.estimate e where e.therapist_id = new.therapist_id and e.client_id = new.client_id), 0) then
    raise exception using errcode = 'AT002', message = 'a version that does not follow the one before';
  end if;
  return new;
end $$;

-- Shows an estimate to its client when it is given.
create function def.show_estimate() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.estimate_client (therapist_id, estimate_id, client_id, account_id)
    select new.therapist_id, new.id, c.id, c.account_id from app.client c where c.therapist_id = new.therapist_id and c.id = new.client_id;
  return null;
end $$;

-- The estimates of a record follow its account: it gets one, hands it over, or is left without one when the account is erased.
create function def.follow_estimate_account() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.estimate_client l set account_id = new.account_id where l.therapist_id = new.therapist_id and l.client_id = new.id;
  return null;
end $$;

-- A row in `change` for the therapist and the client per added row.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('estimate', 'r.id', 'jsonb_build_object(''id'', r.id, ''client_id'', r.client_id, ''therapist_id'', r.therapist_id)'),
    ('estimate_document', 'r.estimate_id', 'jsonb_build_object(''estimate_id'', r.estimate_id, ''therapist_id'', r.therapist_id)')
  ) as v (name, estimate, keys) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        insert into app.change (table_name, row_id, op, audience, keys)
          select '%1$s', %2$s, tg_op, array[r.therapist_id] || array(select l.account_id from app.estimate_client l
            where l.therapist_id = r.therapist_id and l.estimate_id = %2$s and l.account_id is not null), %3$s from changed r;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.estimate, t.keys);
  end loop;
end $$;

grant execute on function def.estimate_number_follows(), def.show_estimate(), def.follow_estimate_account() to attune_owner;

set local role attune_owner;

create trigger append_only before update or delete or truncate on app.estimate for each statement execute function app.refuse_change();
create trigger append_only before update or delete or truncate on app.estimate_document for each statement execute function app.refuse_change();
create trigger follows before insert on app.estimate for each row execute function def.estimate_number_follows();
create trigger shown after insert on app.estimate for each row execute function def.show_estimate();
create trigger estimate_account after update of account_id on app.client for each row when (old.account_id is distinct from new.account_id)
  execute function def.follow_estimate_account();
create trigger change_insert after insert on app.estimate referencing new table as changed for each statement execute function def.change_estimate();
create trigger change_insert after insert on app.estimate_document referencing new table as changed for each statement
  execute function def.change_estimate_document();

do $$
declare
  name text;
begin
  foreach name in array array['estimate_draft', 'estimate', 'estimate_document', 'estimate_client', 'estimate_request'] loop
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
  foreach name in array array['estimate_draft', 'estimate_request', 'estimate_client'] loop
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
  end loop;
end $$;
create policy definer_reads on app.estimate for select to attune_app_definer using (true);
create policy worker_sees on app.estimate for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy worker_sees on app.estimate_client for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy worker_adds on app.estimate_document for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy client_sees on app.estimate_client for select to attune_app_client using (account_id = (select app.actor_id()));
create policy client_sees on app.estimate for select to attune_app_client
  using (exists (select from app.estimate_client l where l.estimate_id = estimate.id));
create policy client_sees on app.estimate_document for select to attune_app_client
  using (exists (select from app.estimate_client l where l.estimate_id = estimate_document.estimate_id));

-- Makes the PDF of an estimate from its frozen content.
select jobs.create_queue('estimate-document', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
-- A notification can be about an estimate.
alter table app.notification drop constraint notification_related_type_check;
alter table app.notification add constraint notification_related_type_check
  check (related_type in ('user', 'session', 'client', 'task', 'entry', 'conversation', 'invoice', 'estimate'));
