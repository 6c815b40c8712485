-- Diagnoses and treatment plans of clients. Each saved plan is a version that never changes. A client reads the version that the therapist shares,
-- and the diagnoses that the therapist shares one by one; interventions, comments and all else are in tables without any right of the client.

create table app.diagnosis (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  system text not null check (system in ('icd-10', 'icd-11')),
  code text not null check (length(code) between 1 and 40),
  text text not null default '' check (length(text) <= 200),
  from_day date not null,
  until_day date check (until_day >= from_day),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  unique (therapist_id, id),
  unique (therapist_id, client_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.diagnosis is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index diagnosis_client on app.diagnosis (therapist_id, client_id, from_day desc, id);

-- A diagnosis that its client may read.
create table app.diagnosis_share (
  therapist_id uuid not null,
  client_id uuid not null,
  diagnosis_id uuid primary key,
  shared_at timestamptz not null default now(),
  foreign key (therapist_id, client_id, diagnosis_id) references app.diagnosis (therapist_id, client_id, id) on delete cascade,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.diagnosis_share is 'owner: therapist; erasure: delete by def.end_plan_shares; disconnect: delete';
create index diagnosis_share_client on app.diagnosis_share (therapist_id, client_id, diagnosis_id);

-- The codes that a therapist has used, to choose from.
create table app.diagnosis_favorite (
  therapist_id uuid not null references app.calendar (therapist_id),
  system text not null check (system in ('icd-10', 'icd-11')),
  code text not null check (length(code) between 1 and 40),
  text text not null default '' check (length(text) <= 200),
  used_at timestamptz not null default now(),
  primary key (therapist_id, system, code)
);
comment on table app.diagnosis_favorite is 'owner: therapist; erasure: delete; disconnect: keep';

create table app.treatment_plan_version (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  -- From 1 on for each client.
  number int not null check (number >= 1),
  -- Goals with their objectives, as the contract describes them.
  goals jsonb not null check (jsonb_typeof(goals) = 'array'),
  review_on date,
  made_at timestamptz not null,
  unique (therapist_id, id),
  unique (therapist_id, client_id, id),
  unique (therapist_id, client_id, number),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.treatment_plan_version is 'owner: therapist; erasure: keep (record); disconnect: keep';

-- What of a version the therapist alone reads.
create table app.treatment_plan_detail (
  therapist_id uuid not null,
  version_id uuid primary key,
  interventions text[] not null default '{}' check (cardinality(interventions) <= 20),
  foreign key (therapist_id, version_id) references app.treatment_plan_version (therapist_id, id)
);
comment on table app.treatment_plan_detail is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index treatment_plan_detail_version on app.treatment_plan_detail (therapist_id, version_id);

-- The version that a client may read.
create table app.treatment_plan_share (
  therapist_id uuid not null,
  client_id uuid primary key,
  version_id uuid not null,
  asks_signature boolean not null default false,
  shared_at timestamptz not null default now(),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id),
  foreign key (therapist_id, client_id, version_id) references app.treatment_plan_version (therapist_id, client_id, id)
);
comment on table app.treatment_plan_share is 'owner: therapist; erasure: delete by def.end_plan_shares; disconnect: delete';
create index treatment_plan_share_version on app.treatment_plan_share (therapist_id, client_id, version_id);

-- Simple electronic signatures: a typed name, the time, and a hash of what was signed.
create table app.treatment_plan_signature (
  therapist_id uuid not null,
  version_id uuid primary key,
  client_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  signed_at timestamptz not null,
  foreign key (therapist_id, client_id, version_id) references app.treatment_plan_version (therapist_id, client_id, id)
);
comment on table app.treatment_plan_signature is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index treatment_plan_signature_version on app.treatment_plan_signature (therapist_id, client_id, version_id);

create table app.treatment_plan_client_signature (
  therapist_id uuid not null,
  version_id uuid primary key,
  client_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  signed_at timestamptz not null,
  foreign key (therapist_id, client_id, version_id) references app.treatment_plan_version (therapist_id, client_id, id)
);
comment on table app.treatment_plan_client_signature is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index treatment_plan_client_signature_version on app.treatment_plan_client_signature (therapist_id, client_id, version_id);

-- That a session worked on an objective, and how far the objective was on a day. A row without a session is progress that was noted on the plan.
create table app.treatment_progress (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  objective_id uuid not null,
  session_id uuid,
  noted_on date not null,
  percent int check (percent between 0 and 100),
  unique (therapist_id, id),
  unique (therapist_id, session_id, client_id, objective_id),
  check (session_id is not null or percent is not null),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id)
);
comment on table app.treatment_progress is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index treatment_progress_client on app.treatment_progress (therapist_id, client_id, noted_on, id);
create index treatment_progress_read on app.treatment_progress (client_id, noted_on);
create index treatment_progress_session on app.treatment_progress (therapist_id, session_id);

-- The therapist's words on progress.
create table app.treatment_progress_comment (
  therapist_id uuid not null,
  progress_id uuid primary key,
  text text not null check (length(text) between 1 and 2000),
  foreign key (therapist_id, progress_id) references app.treatment_progress (therapist_id, id) on delete cascade
);
comment on table app.treatment_progress_comment is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index treatment_progress_comment_progress on app.treatment_progress_comment (therapist_id, progress_id);

-- That the therapist was reminded of a review.
create table app.treatment_plan_reminder (
  therapist_id uuid not null,
  client_id uuid not null,
  review_on date not null,
  reminded_at timestamptz not null default now(),
  primary key (therapist_id, client_id, review_on),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.treatment_plan_reminder is 'owner: therapist; erasure: keep (record); disconnect: keep';

grant select on app.diagnosis, app.diagnosis_share, app.diagnosis_favorite, app.treatment_plan_version, app.treatment_plan_detail, app.treatment_plan_share,
  app.treatment_plan_signature, app.treatment_plan_client_signature, app.treatment_progress, app.treatment_progress_comment, app.treatment_plan_reminder
  to attune_app_therapist;
grant delete, insert (id, therapist_id, client_id, system, code, text, from_day, until_day, version, updated_at),
  update (system, code, text, from_day, until_day, version, updated_at) on app.diagnosis to attune_app_therapist;
grant delete, insert (therapist_id, client_id, diagnosis_id, shared_at) on app.diagnosis_share to attune_app_therapist;
grant delete, insert (therapist_id, system, code, text, used_at), update (text, used_at) on app.diagnosis_favorite to attune_app_therapist;
grant insert (id, therapist_id, client_id, number, goals, review_on, made_at) on app.treatment_plan_version to attune_app_therapist;
grant insert (therapist_id, version_id, interventions) on app.treatment_plan_detail to attune_app_therapist;
grant delete, insert (therapist_id, client_id, version_id, asks_signature, shared_at), update (version_id, asks_signature, shared_at)
  on app.treatment_plan_share to attune_app_therapist;
grant insert (therapist_id, version_id, client_id, name, sha256, signed_at) on app.treatment_plan_signature to attune_app_therapist;
grant delete, insert (id, therapist_id, client_id, objective_id, session_id, noted_on, percent), update (percent) on app.treatment_progress to attune_app_therapist;
grant delete, insert (therapist_id, progress_id, text), update (text) on app.treatment_progress_comment to attune_app_therapist;

grant select on app.diagnosis, app.diagnosis_share, app.treatment_plan_version, app.treatment_plan_share, app.treatment_plan_signature,
  app.treatment_plan_client_signature, app.treatment_progress to attune_app_client;
grant insert (therapist_id, version_id, client_id, name, sha256, signed_at) on app.treatment_plan_client_signature to attune_app_client;

grant select on app.treatment_plan_version, app.treatment_plan_share, app.treatment_plan_reminder to attune_worker;
grant insert (therapist_id, client_id, review_on, reminded_at) on app.treatment_plan_reminder to attune_worker;

grant select, delete on app.diagnosis_share, app.treatment_plan_share, app.diagnosis_favorite to attune_app_definer;
grant select on app.treatment_plan_version, app.treatment_plan_reminder to attune_app_definer;

set local role attune_app_definer;

-- Ends what a record shares when its account leaves it, so that another account that joins the record reads nothing.
create function def.end_plan_shares() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.treatment_plan_share s where s.therapist_id = old.therapist_id and s.client_id = old.id;
  delete from app.diagnosis_share s where s.therapist_id = old.therapist_id and s.client_id = old.id;
  return new;
end $$;

-- Returns the latest plans whose review is due on the therapist's day and of which the therapist was not reminded.
create function def.plans_to_review(moment timestamptz) returns table (client_id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select v.client_id, v.therapist_id from app.treatment_plan_version v
    join app.client c on c.therapist_id = v.therapist_id and c.id = v.client_id
    join app.profile p on p.account_id = v.therapist_id
    where v.review_on <= (moment at time zone p.zone)::date and extract(hour from moment at time zone p.zone) >= 8
      and c.disconnected_at is null and p.disabled_at is null
      and not exists (select from app.treatment_plan_version n where n.therapist_id = v.therapist_id and n.client_id = v.client_id and n.number > v.number)
      and not exists (select from app.treatment_plan_reminder r where r.therapist_id = v.therapist_id and r.client_id = v.client_id and r.review_on = v.review_on)
    order by v.review_on, v.id limit 1000;
end $$;
grant execute on function def.plans_to_review(timestamptz) to attune_worker;

-- A row in `change` per changed row: to the therapist, and to the client's account where the client may read the row.
do $$
declare
  t record;
  account constant text := '(select c.account_id from app.client c where c.id = r.client_id)';
begin
  for t in select * from (values
    ('diagnosis', 'r.id', format('case when exists (select from app.diagnosis_share s where s.diagnosis_id = r.id) then %s end', account)),
    ('diagnosis_share', 'r.diagnosis_id', account),
    ('treatment_plan_version', 'r.id', 'null::uuid'),
    ('treatment_plan_share', 'r.client_id', account),
    ('treatment_plan_signature', 'r.version_id', format('case when exists (select from app.treatment_plan_share s where s.version_id = r.version_id) then %s end', account)),
    ('treatment_plan_client_signature', 'r.version_id', account),
    ('treatment_progress', 'r.id', format('case when exists (select from app.treatment_plan_share s where s.client_id = r.client_id) then %s end', account))
  ) as v (name, row_id, reader) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        if tg_op = 'DELETE' then
          insert into app.change (table_name, row_id, op, audience, keys)
            select '%1$s', %2$s, tg_op, array_remove(array[r.therapist_id, %3$s], null),
              jsonb_build_object('client_id', r.client_id, 'therapist_id', r.therapist_id) from old_rows r;
        else
          insert into app.change (table_name, row_id, op, audience, keys)
            select '%1$s', %2$s, tg_op, array_remove(array[r.therapist_id, %3$s], null),
              jsonb_build_object('client_id', r.client_id, 'therapist_id', r.therapist_id) from new_rows r;
        end if;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.row_id, t.reader);
  end loop;
end $$;

grant execute on function def.end_plan_shares() to attune_owner;

set local role attune_owner;

create trigger plan_shares_end before update on app.client for each row
  when (old.account_id is not null and new.account_id is distinct from old.account_id) execute function def.end_plan_shares();

do $$
declare
  t record;
begin
  for t in select * from (values
    ('diagnosis', 'insert update delete'), ('diagnosis_share', 'insert delete'), ('diagnosis_favorite', ''), ('treatment_plan_version', 'insert'),
    ('treatment_plan_detail', ''), ('treatment_plan_share', 'insert update delete'), ('treatment_plan_signature', 'insert'),
    ('treatment_plan_client_signature', 'insert'), ('treatment_progress', 'insert update delete'), ('treatment_progress_comment', ''),
    ('treatment_plan_reminder', '')
  ) as v (name, changes) loop
    if t.changes like '%insert%' then
      execute format('create trigger change_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', t.name);
    end if;
    if t.changes like '%update%' then
      execute format('create trigger change_update after update on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', t.name);
    end if;
    if t.changes like '%delete%' then
      execute format('create trigger change_delete after delete on app.%1$I referencing old table as old_rows for each statement execute function def.change_%1$s()', t.name);
    end if;
    if t.name like 'treatment_plan%' and t.name not in ('treatment_plan_share', 'treatment_plan_reminder') then
      execute format('create trigger append_only before update or delete or truncate on app.%I for each statement execute function app.refuse_change()', t.name);
    end if;
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', t.name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', t.name);
    execute format('grant select on app.%I to attune_app_backup', t.name);
    execute format('alter table app.%I enable row level security, force row level security', t.name);
  end loop;
end $$;

create policy client_sees on app.treatment_plan_share for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
create policy client_sees on app.diagnosis_share for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
create policy client_reads on app.diagnosis for select to attune_app_client
  using (exists (select from app.diagnosis_share s where s.diagnosis_id = diagnosis.id));
create policy client_reads on app.treatment_plan_version for select to attune_app_client
  using (exists (select from app.treatment_plan_share s where s.version_id = treatment_plan_version.id));
create policy client_reads on app.treatment_plan_signature for select to attune_app_client
  using (exists (select from app.treatment_plan_share s where s.version_id = treatment_plan_signature.version_id));
create policy client_signs on app.treatment_plan_client_signature for all to attune_app_client
  using (exists (select from app.treatment_plan_share s where s.version_id = treatment_plan_client_signature.version_id));
create policy client_reads on app.treatment_progress for select to attune_app_client
  using (exists (select from app.treatment_plan_share s where s.client_id = treatment_progress.client_id));
create policy worker_sees on app.treatment_plan_version for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy worker_sees on app.treatment_plan_share for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy worker_reminds on app.treatment_plan_reminder for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.diagnosis_share for all to attune_app_definer using (true);
create policy definer_keeps on app.diagnosis_favorite for all to attune_app_definer using (true);
create policy definer_keeps on app.treatment_plan_share for all to attune_app_definer using (true);
create policy definer_reads on app.treatment_plan_version for select to attune_app_definer using (true);
create policy definer_reads on app.treatment_plan_reminder for select to attune_app_definer using (true);

-- Reminds a therapist of the review of a plan.
select jobs.create_queue('treatment-plan-review', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
