-- Guardians with the right 'forms' fill in and sign the forms that need a guardian, or that are sent to a client without an account. Whether a form
-- needs a guardian depends on the client's age, and is decided by the query (`isForGuardians`). Row security decides the rest.

alter table app.sent_form no force row level security;
alter table app.guardian no force row level security;
alter table app.sent_form
  add column kept_from_guardians boolean not null default false,
  -- The guardian for whom this copy is, if all guardians must agree. Null for a form that is signed once.
  add column guardian_id uuid,
  -- The id of the first copy, if all guardians must agree: their copies are valid together.
  add column agreement_id uuid,
  add foreign key (therapist_id, guardian_id) references app.guardian (therapist_id, id),
  add check ((guardian_id is null) = (agreement_id is null));
alter table app.sent_form force row level security;
alter table app.guardian force row level security;
drop index app.sent_form_open;
create unique index sent_form_open on app.sent_form (therapist_id, client_id, form_id, guardian_id) nulls not distinct
  where signed_at is null and cancelled_at is null;
create index sent_form_guardian on app.sent_form (therapist_id, guardian_id);
create index sent_form_agreement on app.sent_form (therapist_id, agreement_id);

-- How a form was signed. 'child-login': a guardian signed in the login of the client, which is no longer possible.
alter table app.form_signature no force row level security, disable trigger user;
alter table app.form_signature add column method text not null default 'account' check (method in ('account', 'child-login'));
update app.form_signature set method = 'child-login' where guardian_name <> '';
alter table app.form_signature force row level security, enable trigger user;

-- Name and contact of a guardian, for the features in which a guardian acts.
create view app.guardian_label with (security_invoker = true) as
  select id, therapist_id, client_id, account_id, name, rights, paused_at, ended_at from app.guardian;
comment on view app.guardian_label is 'name and rights of a guardian, for the therapist; feature: guardian';
grant select on app.guardian_label to attune_app_therapist;
-- Who the acting guardian is for a client.
create view app.acting_guardian with (security_invoker = true) as select id, therapist_id, client_id, account_id from app.guardian;
comment on view app.acting_guardian is 'who the acting guardian is for a client; feature: guardian';
grant select on app.acting_guardian to attune_app_guardian;

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
grant insert (guardian_id, agreement_id), update (kept_from_guardians) on app.sent_form to attune_app_therapist;
grant select (date_of_birth) on app.client to attune_app_definer;
-- The login of a client signs for this client only.
revoke insert (guardian_name, guardian_relation) on app.form_signature from attune_app_client;

grant select (id, therapist_id, client_id, account_id, form_version, frozen, sent_at, replaced_at, due_day, signed_at, cancelled_at, withdrawn_at,
  kept_from_guardians, guardian_id, agreement_id), update (signed_at, flagged, withdrawn_at) on app.sent_form to attune_app_guardian;
create policy guardian_keeps on app.sent_form for all to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = sent_form.therapist_id and r.client_id = sent_form.client_id
    and r.kind = 'forms' and r.since <= sent_form.sent_at and not sent_form.kept_from_guardians));

grant select (account_id, therapist_id, sent_form_id, answers, version, saved_at),
  insert (account_id, therapist_id, sent_form_id, answers, version, saved_at), update (answers, version, saved_at), delete
  on app.form_answer to attune_app_guardian;
create policy guardian_keeps on app.form_answer for all to attune_app_guardian
  using (exists (select from app.sent_form s where s.id = form_answer.sent_form_id));
create policy guardian_own on app.form_answer as restrictive for all to attune_app_guardian using (account_id = (select app.actor_id()));

-- The scan and the signer of a signature on paper are for therapist and client.
grant select (id, therapist_id, sent_form_id, signed_on, ended_at) on app.paper_signature to attune_app_guardian;
create policy guardian_sees on app.paper_signature for select to attune_app_guardian
  using (exists (select from app.sent_form s where s.id = paper_signature.sent_form_id));

set local role attune_app_definer;

-- The accounts whose signatures the acting guardian may read: the own one, and those of the other guardians if the guardian knows them.
create function def.my_form_signers() returns uuid[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array[app.actor_id()] || array(select o.account_id from app.guardian g
    join app.guardian o on o.therapist_id = g.therapist_id and o.client_id = g.client_id and o.account_id is not null
    where g.account_id = app.actor_id() and g.client_id = app.acting_for() and g.ended_at is null and g.knows_others);
end $$;
comment on function def.my_form_signers() is 'feature: form';
grant execute on function def.my_form_signers() to attune_owner, attune_app_guardian;

-- The accounts of the guardians who have the right to see a form that the acting therapist sent, whatever the form needs.
create function def.guardians_of_form(form uuid) returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select r.account_id from app.sent_form s
    join app.guardian_right r on r.therapist_id = s.therapist_id and r.client_id = s.client_id and r.kind = 'forms' and r.since <= s.sent_at
    where s.id = form and s.therapist_id = app.actor_id() and not s.kept_from_guardians
      and (s.guardian_id is null or exists (select from app.guardian g
        where g.therapist_id = s.therapist_id and g.id = s.guardian_id and g.account_id = r.account_id));
end $$;
comment on function def.guardians_of_form(uuid) is 'feature: form';
grant execute on function def.guardians_of_form(uuid) to attune_app_therapist, attune_worker;

-- Accepts a signature only for an open form, in the version that it has now, of the account of its client, or of a guardian who may sign it. The
-- signature of a guardian contains the name and the relation that the therapist entered.
create or replace function def.signature_fits() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  form app.sent_form;
  signer app.guardian;
begin
  select s.* into form from app.sent_form s where s.id = new.sent_form_id and s.therapist_id = new.therapist_id and s.client_id = new.client_id
    and s.form_version = new.form_version and s.cancelled_at is null;
  if form.account_id = new.account_id and new.method = 'account' and new.guardian_name = '' then return new; end if;
  select g.* into signer from app.guardian g
    join app.guardian_right r on r.therapist_id = g.therapist_id and r.client_id = g.client_id and r.account_id = g.account_id
    where g.therapist_id = form.therapist_id and g.client_id = form.client_id and g.account_id = new.account_id and g.ended_at is null
      and r.kind = 'forms' and r.since <= form.sent_at and not form.kept_from_guardians and coalesce(form.guardian_id, g.id) = g.id;
  if signer.id is null then
    raise exception using errcode = 'AT002', message = 'a signature that does not fit its form';
  end if;
  new.guardian_name := signer.name;
  new.guardian_relation := signer.relationship;
  return new;
end $$;

-- The forms that are to be announced, or of which someone is to be reminded.
create or replace function def.forms_to_remind(moment timestamptz) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.id, s.therapist_id from app.sent_form s
    where s.signed_at is null and s.cancelled_at is null
      and (s.account_id is not null or not s.kept_from_guardians and exists (select from app.guardian_right r
        where r.therapist_id = s.therapist_id and r.client_id = s.client_id and r.kind = 'forms' and r.since <= s.sent_at))
      and (s.notified_at is null or s.reminded_at is null and s.remind_at <= moment)
    order by s.sent_at limit 1000;
end $$;

-- Sends the forms that the therapist chose for everyone who joins, in the version that was confirmed last. One that the record has or had is not
-- sent again.
create function def.send_joining_forms(therapist uuid, record uuid) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.sent_form (id, therapist_id, client_id, form_id, form_version, frozen, text_sha256, due_day, remind_at)
    select gen_random_uuid(), f.therapist_id, record, f.id, f.confirmed_version, f.confirmed_content, f.confirmed_sha256,
      current_date + 7, clock_timestamp() + interval '7 days'
    from app.form f where f.therapist_id = therapist and f.is_sent_on_joining and f.deleted_at is null and f.confirmed_version is not null
      and not exists (select from app.sent_form s where s.therapist_id = f.therapist_id and s.client_id = record and s.form_id = f.id)
    on conflict do nothing;
end $$;
comment on function def.send_joining_forms(uuid, uuid) is 'feature: form';

-- The forms of a record follow its account. An account that joins gets the forms for it, and can read the scans of what was signed on paper. Without
-- an account, what is open ends.
create or replace function def.follow_form_account() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.sent_form s set account_id = new.account_id, cancelled_at = case when new.account_id is null and s.signed_at is null
      then coalesce(s.cancelled_at, clock_timestamp()) else s.cancelled_at end
    where s.therapist_id = new.therapist_id and s.client_id = new.id and s.account_id is distinct from new.account_id;
  if new.account_id is null or new.disconnected_at is not null then return null; end if;
  insert into app.file_reader (account_id, file_id, reader_id)
    select p.account_id, p.file_id, new.account_id from app.paper_signature p
      join app.sent_form s on s.therapist_id = p.therapist_id and s.id = p.sent_form_id
    where s.therapist_id = new.therapist_id and s.client_id = new.id and p.ended_at is null on conflict do nothing;
  perform def.send_joining_forms(new.therapist_id, new.id);
  return null;
end $$;

-- For a client without an account, a guardian who joins gets the forms for those who join.
create function def.follow_form_guardian() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.rights ? 'forms' and exists (select from app.client c where c.therapist_id = new.therapist_id and c.id = new.client_id
      and c.account_id is null and c.disconnected_at is null) then
    perform def.send_joining_forms(new.therapist_id, new.client_id);
  end if;
  return null;
end $$;
comment on function def.follow_form_guardian() is 'feature: form';
grant execute on function def.follow_form_guardian() to attune_owner;

-- The guardians whose pages learn of a change of a form that was sent: those with the right to it, of a form that may need a guardian.
create function def.form_audience(therapist uuid, client uuid, sent timestamptz, content jsonb) returns uuid[]
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return array(select r.account_id from app.guardian_right r join app.client c on c.therapist_id = r.therapist_id and c.id = r.client_id
    where r.therapist_id = therapist and r.client_id = client and r.kind = 'forms' and r.since <= sent
      and (c.account_id is null or content -> 'fields' @> '[{"type": "signature", "isForGuardian": true}]'
        or content -> 'fields' @> '[{"type": "signature"}]' and c.date_of_birth > current_date - interval '18 years 1 day'));
end $$;
comment on function def.form_audience(uuid, uuid, timestamptz, jsonb) is 'feature: form';

-- Announces each changed form to therapist, client and the guardians who see it. A form that stays kept from guardians is announced to none of them; one
-- that becomes so disappears from their pages.
create or replace function def.change_sent_form() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  stays uuid[] := '{}';
begin
  if tg_op = 'UPDATE' then
    stays := array(select r.id from changed r join former o on o.id = r.id where r.kept_from_guardians and o.kept_from_guardians);
  else
    stays := array(select r.id from changed r where r.kept_from_guardians);
  end if;
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'sent_form', r.id, tg_op, array_remove(array[r.therapist_id, r.account_id], null)
        || case when r.id = any (stays) then '{}' else def.form_audience(r.therapist_id, r.client_id, r.sent_at, r.frozen) end,
      jsonb_build_object('id', r.id, 'client_id', r.client_id, 'therapist_id', r.therapist_id)
    from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;

create or replace function def.change_form_document() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'form_document', r.sent_form_id, tg_op,
      array[r.therapist_id] || array(select s.account_id from app.sent_form s where s.id = r.sent_form_id and s.account_id is not null
        union select g.account_id from app.form_signature g where g.sent_form_id = r.sent_form_id),
      jsonb_build_object('sent_form_id', r.sent_form_id, 'therapist_id', r.therapist_id)
    from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;

-- A form that becomes kept from guardians leaves no notification with them.
create function def.forget_kept_form() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.notification n where n.related_type = 'form' and n.related_id = new.id and n.account_id is distinct from new.account_id;
  return null;
end $$;
comment on function def.forget_kept_form() is 'feature: form';
grant execute on function def.forget_kept_form() to attune_owner;

-- Adds to the access log of the client for whom the acting guardian makes this call that the guardian opened something.
create function def.leave_guardian_line(opened text, opened_id uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.access (account_id, reader_id, thing, thing_id, at, slot)
    select c.account_id, app.actor_id(), opened, opened_id, moment, date_bin('15 minutes', moment, timestamptz 'epoch')
    from app.client c where c.id = app.acting_for() and c.account_id is not null
      and exists (select from app.guardian_right r where r.account_id = app.actor_id() and r.therapist_id = c.therapist_id and r.client_id = c.id)
    on conflict on constraint access_once do nothing;
end $$;
comment on function def.leave_guardian_line(text, uuid, timestamptz) is 'feature: access';
grant execute on function def.leave_guardian_line(text, uuid, timestamptz) to attune_app_guardian;

set local role attune_owner;

grant select (sent_form_id, therapist_id, client_id, account_id, form_version, answers, typed_name, guardian_name, guardian_relation, shown_sha256,
  command, signed_at, method), insert (sent_form_id, therapist_id, client_id, account_id, form_version, answers, typed_name, shown_sha256, command,
  signed_at) on app.form_signature to attune_app_guardian;
create policy guardian_keeps on app.form_signature for all to attune_app_guardian
  using (exists (select from app.sent_form s where s.id = form_signature.sent_form_id));
create policy guardian_knows on app.form_signature as restrictive for all to attune_app_guardian
  using (account_id = any ((select def.my_form_signers())::uuid[]));
create policy guardian_own on app.form_signature as restrictive for insert to attune_app_guardian with check (account_id = (select app.actor_id()));
grant select on app.form_document to attune_app_guardian;
create policy guardian_sees on app.form_document for select to attune_app_guardian
  using (exists (select from app.form_signature g where g.sent_form_id = form_document.sent_form_id));

-- What a guardian signed is for the guardian and the therapist. The client sees that it was signed.
alter policy client_sees on app.form_document using (exists (select from app.form_signature g where g.sent_form_id = form_document.sent_form_id));

create trigger kept after update of kept_from_guardians on app.sent_form for each row
  when (new.kept_from_guardians and not old.kept_from_guardians) execute function def.forget_kept_form();
create trigger form_joined after update of account_id on app.guardian for each row
  when (old.account_id is null and new.account_id is not null) execute function def.follow_form_guardian();
drop trigger change_update on app.sent_form;
create trigger change_update after update on app.sent_form referencing old table as former new table as changed
  for each statement execute function def.change_sent_form();
