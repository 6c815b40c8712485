-- Forms that clients fill in and sign, and the files of a client's record.

-- What a therapist writes. Only the confirmed content is ever sent.
create table app.form (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  -- Which of our drafts it began with; null for a form of the therapist's own.
  template text check (length(template) <= 40),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  version int not null default 1 check (version >= 1),
  -- The text that the therapist has confirmed last, its version, and the SHA-256 of that text.
  confirmed_content jsonb check (jsonb_typeof(confirmed_content) = 'object'),
  confirmed_version int,
  confirmed_at timestamptz,
  confirmed_sha256 text check (confirmed_sha256 ~ '^[0-9a-f]{64}$'),
  -- Whether each client who joins gets it.
  is_sent_on_joining boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (therapist_id, id),
  check ((confirmed_content is null) = (confirmed_version is null) and (confirmed_content is null) = (confirmed_at is null)
    and (confirmed_content is null) = (confirmed_sha256 is null)),
  check (confirmed_version <= version),
  check (not is_sent_on_joining or confirmed_version is not null)
);
comment on table app.form is 'owner: therapist; erasure: delete; disconnect: keep';

-- A form that was sent to a client: a copy of the version that was confirmed.
create table app.sent_form (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  -- The account of the client's record; null while it has none.
  account_id uuid,
  -- The form it was copied from, which may be gone.
  form_id uuid not null,
  form_version int not null check (form_version >= 1),
  frozen jsonb not null check (jsonb_typeof(frozen) = 'object'),
  -- Of the text that the therapist confirmed.
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  sent_at timestamptz not null default now(),
  replaced_at timestamptz,
  due_day date,
  remind_at timestamptz,
  reminded_at timestamptz,
  -- When the client was notified. A form sent on joining is announced by a job.
  notified_at timestamptz,
  signed_at timestamptz,
  cancelled_at timestamptz,
  -- When the client withdrew the consent that the signed form contains.
  withdrawn_at timestamptz,
  unique (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  check (signed_at is null or cancelled_at is null),
  check (withdrawn_at is null or signed_at is not null)
);
comment on table app.sent_form is 'owner: therapist; erasure: keep by def.follow_form_account (record: what was signed, without the account); disconnect: keep by def.cancel_open_forms (what is open ends)';
create index sent_form_client on app.sent_form (therapist_id, client_id, sent_at desc);
create index sent_form_account on app.sent_form (account_id, sent_at desc);
create unique index sent_form_open on app.sent_form (therapist_id, client_id, form_id) where signed_at is null and cancelled_at is null;
create index sent_form_due on app.sent_form (therapist_id, remind_at) where signed_at is null and cancelled_at is null and reminded_at is null;

-- What a client is filling in: the client's own, no other role has a right to it.
create table app.form_answer (
  account_id uuid not null references app.profile (account_id) on delete cascade,
  therapist_id uuid not null,
  sent_form_id uuid not null,
  answers jsonb not null check (jsonb_typeof(answers) = 'object'),
  version int not null default 1,
  saved_at timestamptz not null,
  primary key (account_id, sent_form_id),
  foreign key (therapist_id, sent_form_id) references app.sent_form (therapist_id, id) on delete cascade
);
comment on table app.form_answer is 'owner: account; erasure: delete; disconnect: delete';
create index form_answer_form on app.form_answer (therapist_id, sent_form_id);

-- What was signed, by whom and when, and the SHA-256 of exactly what was shown.
create table app.form_signature (
  sent_form_id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  account_id uuid not null,
  form_version int not null,
  answers jsonb not null check (jsonb_typeof(answers) = 'object'),
  typed_name text not null check (length(typed_name) <= 200),
  -- Empty on a form without a field for a signature. The guardian who signed for a minor, as the record names them; empty if the client signed.
  guardian_name text not null default '' check (length(guardian_name) <= 200),
  guardian_relation text not null default '' check (length(guardian_relation) <= 100),
  shown_sha256 text not null check (shown_sha256 ~ '^[0-9a-f]{64}$'),
  command uuid not null,
  signed_at timestamptz not null,
  foreign key (therapist_id, sent_form_id) references app.sent_form (therapist_id, id) on delete cascade
);
comment on table app.form_signature is 'owner: therapist; erasure: keep (record: the proof of what was signed); disconnect: keep';
create index form_signature_form on app.form_signature (therapist_id, sent_form_id);

-- The PDF that was made from the signed form. It is never replaced.
create table app.form_document (
  sent_form_id uuid primary key,
  therapist_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bytea not null check (length(bytes) between 1 and 20000000),
  made_at timestamptz not null default now(),
  foreign key (therapist_id, sent_form_id) references app.sent_form (therapist_id, id) on delete cascade
);
comment on table app.form_document is 'owner: therapist; erasure: keep (record: with what was signed); disconnect: keep';
create index form_document_form on app.form_document (therapist_id, sent_form_id);

-- What a therapist asked a client to upload.
create table app.document_request (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  account_id uuid,
  title text not null check (length(title) between 1 and 200),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  cancelled_at timestamptz,
  unique (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.document_request is 'owner: therapist; erasure: keep by def.follow_document_account (record, without the account); disconnect: keep by def.cancel_open_forms (what is open ends)';
create index document_request_client on app.document_request (therapist_id, client_id);
create index document_request_account on app.document_request (account_id);

-- A file of a client's record. `account_id` is the account that uploaded it and owns the file.
create table app.document (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  account_id uuid not null,
  -- The account of the client's record; null while it has none.
  reader_id uuid,
  file_id uuid not null,
  request_id uuid,
  is_from_client boolean not null,
  -- Whether the client sees it. What the client uploaded is always shared.
  is_shared boolean not null default false,
  added_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (therapist_id, id),
  unique (account_id, file_id, therapist_id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  foreign key (account_id, file_id) references app.file (account_id, id) on delete cascade,
  foreign key (therapist_id, request_id) references app.document_request (therapist_id, id),
  check (is_shared or not is_from_client)
);
comment on table app.document is 'owner: therapist; erasure: with app.file by def.follow_document_account; disconnect: keep';
create index document_client on app.document (therapist_id, client_id, added_at desc);
create index document_record on app.document (client_id, added_at desc);
create index document_of_request on app.document (therapist_id, request_id);

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────
grant select on app.form, app.sent_form, app.form_signature, app.form_document, app.document, app.document_request to attune_app_therapist;
grant insert (id, therapist_id, template, content),
  update (content, version, confirmed_content, confirmed_version, confirmed_at, confirmed_sha256, is_sent_on_joining, updated_at, deleted_at)
  on app.form to attune_app_therapist;
grant insert (id, therapist_id, client_id, form_id, form_version, frozen, text_sha256, sent_at, due_day, remind_at, notified_at),
  update (form_version, frozen, text_sha256, replaced_at, cancelled_at) on app.sent_form to attune_app_therapist;
grant insert (id, therapist_id, client_id, title), update (cancelled_at) on app.document_request to attune_app_therapist;
grant insert (id, therapist_id, client_id, account_id, file_id, is_from_client, is_shared), update (is_shared, deleted_at)
  on app.document to attune_app_therapist;

grant select on app.sent_form, app.form_answer, app.form_signature, app.form_document, app.document, app.document_request to attune_app_client;
grant update (signed_at, withdrawn_at) on app.sent_form to attune_app_client;
grant insert (account_id, therapist_id, sent_form_id, answers, version, saved_at), update (answers, version, saved_at), delete
  on app.form_answer to attune_app_client;
grant insert (sent_form_id, therapist_id, client_id, account_id, form_version, answers, typed_name, guardian_name, guardian_relation, shown_sha256,
  command, signed_at) on app.form_signature to attune_app_client;
grant update (answered_at) on app.document_request to attune_app_client;
grant insert (id, therapist_id, client_id, account_id, reader_id, file_id, request_id, is_from_client, is_shared) on app.document to attune_app_client;

grant select on app.sent_form, app.form_signature, app.form_document, app.document_request to attune_worker;
grant update (notified_at, reminded_at, remind_at) on app.sent_form to attune_worker;
grant insert (therapist_id, sent_form_id, sha256, bytes) on app.form_document to attune_worker;

grant select, delete on app.form, app.form_answer to attune_app_definer;
grant select, insert (id, therapist_id, client_id, form_id, form_version, frozen, text_sha256, due_day, remind_at), update (account_id, cancelled_at)
  on app.sent_form to attune_app_definer;
grant select on app.form_signature, app.form_document to attune_app_definer;
grant select, update (account_id, cancelled_at) on app.document_request to attune_app_definer;
grant select, update (reader_id), delete on app.document to attune_app_definer;
grant select (name, relationship) on app.client_contact to attune_app_definer;

do $$
declare
  name text;
begin
  foreach name in array array['form', 'sent_form', 'form_signature', 'form_document', 'document', 'document_request'] loop
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
  end loop;
  foreach name in array array['sent_form', 'form_answer', 'form_signature', 'document_request'] loop
    execute format('create policy client_keeps on app.%I for all to attune_app_client using (account_id = (select app.actor_id()))', name);
  end loop;
  foreach name in array array['sent_form', 'form_signature', 'form_document', 'document_request'] loop
    execute format('create policy worker_keeps on app.%I for all to attune_worker using (therapist_id = (select app.actor_id()))', name);
  end loop;
  foreach name in array array['form', 'sent_form', 'form_answer', 'form_signature', 'form_document', 'document', 'document_request'] loop
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
create policy client_keeps on app.document for all to attune_app_client using (reader_id = (select app.actor_id()));
create policy client_sees on app.form_document for select to attune_app_client
  using (exists (select from app.sent_form s where s.id = form_document.sent_form_id));

set local role attune_app_definer;

-- What is sent to a record belongs to the account of the record.
create function def.account_of_record() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.account_id := (select c.account_id from app.client c where c.therapist_id = new.therapist_id and c.id = new.client_id);
  return new;
end $$;

-- The forms of a record follow its account. A client who joins gets the forms that the therapist has chosen for it, in the version that was
-- confirmed last; one that the record has or had is not sent again. Without an account, what is open ends.
create function def.follow_form_account() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.sent_form s set account_id = new.account_id, cancelled_at = case when new.account_id is null and s.signed_at is null
      then coalesce(s.cancelled_at, clock_timestamp()) else s.cancelled_at end
    where s.therapist_id = new.therapist_id and s.client_id = new.id and s.account_id is distinct from new.account_id;
  if new.account_id is null or new.disconnected_at is not null then return null; end if;
  insert into app.sent_form (id, therapist_id, client_id, form_id, form_version, frozen, text_sha256, due_day, remind_at)
    select gen_random_uuid(), f.therapist_id, new.id, f.id, f.confirmed_version, f.confirmed_content, f.confirmed_sha256,
      current_date + 7, clock_timestamp() + interval '7 days'
    from app.form f where f.therapist_id = new.therapist_id and f.is_sent_on_joining and f.deleted_at is null and f.confirmed_version is not null
      and not exists (select from app.sent_form s where s.therapist_id = f.therapist_id and s.client_id = new.id and s.form_id = f.id)
    on conflict do nothing;
  return null;
end $$;

-- The documents of a record follow its account.
create function def.follow_document_account() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.document_request r set account_id = new.account_id, cancelled_at = case when new.account_id is null and r.answered_at is null
      then coalesce(r.cancelled_at, clock_timestamp()) else r.cancelled_at end
    where r.therapist_id = new.therapist_id and r.client_id = new.id and r.account_id is distinct from new.account_id;
  update app.document d set reader_id = new.account_id
    where d.therapist_id = new.therapist_id and d.client_id = new.id and d.reader_id is distinct from new.account_id;
  insert into app.file_reader (account_id, file_id, reader_id)
    select d.account_id, d.file_id, d.reader_id from app.document d
    where d.therapist_id = new.therapist_id and d.client_id = new.id and d.reader_id is not null and d.is_shared and d.deleted_at is null
      and not d.is_from_client on conflict do nothing;
  return null;
end $$;

-- Deletes the documents that were deleted 30 days before a moment.
create function def.purge_documents(moment timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.document d where d.deleted_at < moment - interval '30 days';
end $$;

-- At a disconnect, what is open ends.
create function def.cancel_open_forms(therapist uuid, record uuid, moment timestamptz) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  update app.sent_form s set cancelled_at = moment where s.therapist_id = therapist and s.client_id = record and s.signed_at is null and s.cancelled_at is null;
  update app.document_request r set cancelled_at = moment
    where r.therapist_id = therapist and r.client_id = record and r.answered_at is null and r.cancelled_at is null;
end $$;

-- Accepts a signature only for an open form of the signing account, in the version that it has now.
create function def.signature_fits() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app.sent_form s where s.id = new.sent_form_id and s.therapist_id = new.therapist_id and s.client_id = new.client_id
      and s.account_id = new.account_id and s.form_version = new.form_version and s.cancelled_at is null) then
    raise exception using errcode = 'AT002', message = 'a signature that does not fit its form';
  end if;
  return new;
end $$;

-- A signed form stays as it was signed.
create function def.signed_form_stays() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.signed_at is not null and (new.signed_at, new.form_version, new.frozen, new.text_sha256, new.cancelled_at)
      is distinct from (old.signed_at, old.form_version, old.frozen, old.text_sha256, old.cancelled_at)
    or old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at then
    raise exception using errcode = 'AT002', message = 'a signed form cannot be changed';
  end if;
  return new;
end $$;

-- A document belongs to its therapist or to the account of its record, and answers a request of the same record. The account of the record
-- sees it if it is shared.
create function def.document_fits() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app.client c where c.therapist_id = new.therapist_id and c.id = new.client_id
      and (case when new.is_from_client then c.account_id else c.therapist_id end) = new.account_id)
    or new.is_from_client and not exists (select from app.document_request r where r.id = new.request_id and r.therapist_id = new.therapist_id
      and r.client_id = new.client_id and r.cancelled_at is null) then
    raise exception using errcode = 'AT002', message = 'a document that does not fit its record';
  end if;
  new.reader_id := (select c.account_id from app.client c where c.therapist_id = new.therapist_id and c.id = new.client_id);
  return new;
end $$;

-- The forms that are to be announced, or of which the client is to be reminded.
create function def.forms_to_remind(moment timestamptz) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.id, s.therapist_id from app.sent_form s
    where s.signed_at is null and s.cancelled_at is null and s.account_id is not null
      and (s.notified_at is null or s.reminded_at is null and s.remind_at <= moment)
    order by s.sent_at limit 1000;
end $$;

-- The guardians of the acting client's record, whom one of the client's forms may name.
create function def.guardians_for_form(form uuid) returns table (id uuid, name text, relationship text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select g.id, g.name, g.relationship from app.sent_form s
    join app.client_contact g on g.therapist_id = s.therapist_id and g.client_id = s.client_id and g.is_guardian and g.name <> ''
    where s.id = form and s.account_id = app.actor_id() order by g.name, g.id;
end $$;

-- A row in `change` for the therapist, and for the client where the table has one.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('form', 'r.id', 'array[r.therapist_id]', 'jsonb_build_object(''id'', r.id, ''therapist_id'', r.therapist_id)'),
    ('sent_form', 'r.id', 'array_remove(array[r.therapist_id, r.account_id], null)',
      'jsonb_build_object(''id'', r.id, ''client_id'', r.client_id, ''therapist_id'', r.therapist_id)'),
    ('form_document', 'r.sent_form_id', 'array[r.therapist_id] || array(select s.account_id from app.sent_form s where s.id = r.sent_form_id and s.account_id is not null)',
      'jsonb_build_object(''sent_form_id'', r.sent_form_id, ''therapist_id'', r.therapist_id)'),
    ('document', 'r.id', 'array_remove(array[r.therapist_id, r.reader_id], null)',
      'jsonb_build_object(''id'', r.id, ''client_id'', r.client_id, ''therapist_id'', r.therapist_id)'),
    ('document_request', 'r.id', 'array_remove(array[r.therapist_id, r.account_id], null)',
      'jsonb_build_object(''id'', r.id, ''client_id'', r.client_id, ''therapist_id'', r.therapist_id)')
  ) as v (name, row_id, audience, keys) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, %3$s, %4$s from changed r;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.row_id, t.audience, t.keys);
  end loop;
end $$;

grant execute on function def.account_of_record(), def.follow_form_account(), def.follow_document_account(), def.signature_fits(), def.signed_form_stays(),
  def.document_fits() to attune_owner;
grant execute on function def.forms_to_remind(timestamptz), def.purge_documents(timestamptz) to attune_worker;
grant execute on function def.guardians_for_form(uuid) to attune_app_client;

set local role attune_owner;

create trigger append_only before update or truncate on app.form_signature for each statement execute function app.refuse_change();
create trigger append_only before update or truncate on app.form_document for each statement execute function app.refuse_change();
create trigger owned before insert on app.sent_form for each row execute function def.account_of_record();
create trigger owned before insert on app.document_request for each row execute function def.account_of_record();
create trigger fits before insert on app.form_signature for each row execute function def.signature_fits();
create trigger fits before insert on app.document for each row execute function def.document_fits();
create trigger stays before update on app.sent_form for each row execute function def.signed_form_stays();
create trigger form_account after update of account_id, disconnected_at on app.client for each row
  when (old.account_id is distinct from new.account_id or old.disconnected_at is distinct from new.disconnected_at)
  execute function def.follow_form_account();
create trigger form_joined after insert on app.client for each row when (new.account_id is not null) execute function def.follow_form_account();
create trigger document_account after update of account_id on app.client for each row when (old.account_id is distinct from new.account_id)
  execute function def.follow_document_account();

do $$
declare
  name text;
begin
  foreach name in array array['form', 'sent_form', 'document', 'document_request'] loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as changed for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_update after update on app.%1$I referencing new table as changed for each statement execute function def.change_%1$s()', name);
  end loop;
end $$;
create trigger change_insert after insert on app.form_document referencing new table as changed for each statement execute function def.change_form_document();

-- Makes the PDF of a signed form; announces forms and reminds of them.
select jobs.create_queue('form-document', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
select jobs.create_queue('form-remind', '{"policy": "standard", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 60, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');

-- A notification can be about a form or a document. The types that others have added stay.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(m[1]), ', ') into known
    from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([a-z-]+)''', 'g') m
    where k.conname = 'notification_related_type_check' and k.conrelid = 'app.notification'::regclass;
  alter table app.notification drop constraint notification_related_type_check;
  execute format('alter table app.notification add constraint notification_related_type_check check (related_type in (%s, ''form'', ''document''))', known);
end $$;
