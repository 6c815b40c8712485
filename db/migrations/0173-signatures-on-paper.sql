-- A parent or guardian signs on paper, because the login of a minor does not sign for them. The therapist records the signature with a scan.

create table app.paper_signature (
  id uuid primary key,
  therapist_id uuid not null,
  sent_form_id uuid not null,
  -- Who signed, and on which day, as the paper says.
  signer_name text not null check (length(signer_name) between 1 and 200),
  signed_on date not null,
  -- The scan, a file of the therapist's account.
  account_id uuid not null check (account_id = therapist_id),
  file_id uuid not null,
  recorded_at timestamptz not null,
  -- When the therapist corrected it by another row, or removed it. A form has one signature that has not ended.
  ended_at timestamptz,
  unique (therapist_id, id),
  foreign key (therapist_id, sent_form_id) references app.sent_form (therapist_id, id) on delete cascade,
  foreign key (account_id, file_id) references app.file (account_id, id)
);
comment on table app.paper_signature is 'owner: therapist; erasure: keep (record: the proof of what was signed); disconnect: keep; feature: form';
create unique index paper_signature_form on app.paper_signature (therapist_id, sent_form_id) where ended_at is null;
create index paper_signature_of_form on app.paper_signature (therapist_id, sent_form_id);
create index paper_signature_file on app.paper_signature (account_id, file_id);

grant select on app.paper_signature to attune_app_therapist, attune_app_client, attune_app_definer, attune_app_backup;
grant insert (id, therapist_id, sent_form_id, signer_name, signed_on, account_id, file_id, recorded_at), update (ended_at) on app.paper_signature to attune_app_therapist;
create policy therapist_keeps on app.paper_signature for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_sees on app.paper_signature for select to attune_app_client
  using (exists (select from app.sent_form s where s.id = paper_signature.sent_form_id));
create policy definer_keeps on app.paper_signature for all to attune_app_definer using (true);
create policy backup_reads on app.paper_signature for select to attune_app_backup using (true);
alter table app.paper_signature enable row level security, force row level security;

-- The therapist records when a form was signed on paper, and that a consent on paper was withdrawn.
grant update (signed_at, withdrawn_at) on app.sent_form to attune_app_therapist;

-- Our consent for a minor is signed by a parent or guardian, whatever the record says about the client's age. Forms that began with it, and open
-- copies of them, get the mark that new ones have.
create function app.with_guardian_signature(content jsonb) returns jsonb language sql immutable as $$
  select jsonb_set(content, '{fields}', coalesce((
    select jsonb_agg(case when field.value ->> 'type' = 'signature' then field.value || '{"isForGuardian": true}' else field.value end order by field.number)
    from jsonb_array_elements(content -> 'fields') with ordinality field (value, number)), '[]'))
$$;
alter table app.form no force row level security, disable trigger user;
alter table app.sent_form no force row level security, disable trigger user;
update app.form f set content = app.with_guardian_signature(f.content), confirmed_content = app.with_guardian_signature(f.confirmed_content)
  where f.template = 'minors';
update app.sent_form s set frozen = app.with_guardian_signature(s.frozen)
  from app.form f where f.therapist_id = s.therapist_id and f.id = s.form_id and f.template = 'minors' and s.signed_at is null and s.cancelled_at is null;
alter table app.form force row level security, enable trigger user;
alter table app.sent_form force row level security, enable trigger user;
drop function app.with_guardian_signature(jsonb);

set local role attune_app_definer;

drop function def.guardians_for_form(uuid);

-- A signed form stays as it was signed. Only a signature on paper can be removed, after which the form is open again.
create or replace function def.signed_form_stays() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.signed_at is not null and ((new.form_version, new.frozen, new.text_sha256, new.cancelled_at, new.flagged)
      is distinct from (old.form_version, old.frozen, old.text_sha256, old.cancelled_at, old.flagged)
      or new.signed_at is distinct from old.signed_at
        and exists (select from app.form_signature g where g.therapist_id = old.therapist_id and g.sent_form_id = old.id))
    or old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at
    or old.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at then
    raise exception using errcode = 'AT002', message = 'a signed form cannot be changed';
  end if;
  return new;
end $$;

-- As before, and an account that joins can read the scans of what was signed on paper.
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
  insert into app.sent_form (id, therapist_id, client_id, form_id, form_version, frozen, text_sha256, due_day, remind_at)
    select gen_random_uuid(), f.therapist_id, new.id, f.id, f.confirmed_version, f.confirmed_content, f.confirmed_sha256,
      current_date + 7, clock_timestamp() + interval '7 days'
    from app.form f where f.therapist_id = new.therapist_id and f.is_sent_on_joining and f.deleted_at is null and f.confirmed_version is not null
      and not exists (select from app.sent_form s where s.therapist_id = f.therapist_id and s.client_id = new.id and s.form_id = f.id)
    on conflict do nothing;
  return null;
end $$;
