-- A guardian without an account signs one form by a ticket: by a link with a code, or in the practice. The token of a ticket is in auth.secret, as a
-- hash; its subject is the id of the ticket. The code of a link is derived from the key for links, so that no table contains it.

alter table auth.secret drop constraint secret_purpose_check;
alter table auth.secret add constraint secret_purpose_check
  check (purpose in ('confirm', 'reset', 'invite', 'guardian', 'setup', 'email-new', 'email-old', 'handover', 'stop-factor-reset', 'invoice', 'notification-address',
    'form-ticket'));

create table app.form_ticket (
  id uuid primary key,
  therapist_id uuid not null,
  sent_form_id uuid not null,
  -- The version of the form that it opens. A newer version needs a new ticket.
  form_version int not null check (form_version >= 1),
  way text not null check (way in ('link', 'practice')),
  -- The contact who signs. Saving a record replaces its contacts, so that there is no foreign key.
  contact_id uuid not null,
  -- Name, relation and address of the contact when the ticket was made.
  name text not null check (length(name) between 1 and 200),
  relationship text not null default '' check (length(relationship) <= 100),
  email text check (length(email) between 3 and 254),
  -- The language of the email and the page.
  language text not null default 'en' check (language in ('en', 'de', 'fr', 'es')),
  -- Making the ticket again voids the token and the code before.
  generation int not null default 1 check (generation >= 1),
  -- Wrong codes. After five, the ticket opens nothing.
  tries int not null default 0 check (tries between 0 and 5),
  sent_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > sent_at),
  -- The latest opening with the right code.
  opened_at timestamptz,
  used_at timestamptz,
  -- When the therapist withdrew it.
  ended_at timestamptz,
  -- What the guardian is filling in; no role of a person has a right to it.
  answers jsonb check (jsonb_typeof(answers) = 'object'),
  answers_version int not null default 0 check (answers_version >= 0),
  answered_at timestamptz,
  unique (therapist_id, id),
  unique (therapist_id, sent_form_id, contact_id, way),
  foreign key (therapist_id, sent_form_id) references app.sent_form (therapist_id, id) on delete cascade,
  check ((email is null) = (way = 'practice'))
);
comment on table app.form_ticket is 'owner: therapist; erasure: keep (record: how a guardian without an account signed); disconnect: keep (opens nothing once the form ended); kept: record; feature: form';

grant select (id, therapist_id, sent_form_id, form_version, way, contact_id, name, relationship, email, language, generation, tries, sent_at, expires_at,
  opened_at, used_at, ended_at),
  insert (id, therapist_id, sent_form_id, form_version, way, contact_id, name, relationship, email, language, sent_at, expires_at),
  update (form_version, name, relationship, email, language, generation, tries, sent_at, expires_at, opened_at, ended_at) on app.form_ticket to attune_app_therapist;
grant select, update (tries, opened_at, used_at, answers, answers_version, answered_at) on app.form_ticket to attune_worker;
grant select, update (ended_at, answers) on app.form_ticket to attune_app_definer;
grant select on app.form_ticket to attune_app_backup;
create policy therapist_keeps on app.form_ticket for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_keeps on app.form_ticket for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.form_ticket for all to attune_app_definer using (true);
create policy backup_reads on app.form_ticket for select to attune_app_backup using (true);

alter table app.form_signature no force row level security, disable trigger user;
alter table app.form_signature
  alter column account_id drop not null,
  add column ticket_id uuid,
  add foreign key (therapist_id, ticket_id) references app.form_ticket (therapist_id, id),
  drop constraint form_signature_method_check,
  add constraint form_signature_method_check check (method in ('account', 'child-login', 'link', 'practice')),
  add constraint form_signature_signer check ((account_id is null) = (method in ('link', 'practice')) and (account_id is null) = (ticket_id is not null));
alter table app.form_signature force row level security, enable trigger user;
alter table app.form_ticket enable row level security, force row level security;
create index form_signature_ticket on app.form_signature (therapist_id, ticket_id);

-- A request with a ticket runs for the therapist, in the role of jobs. `signature_fits` accepts its signature only with the ticket.
grant insert (sent_form_id, therapist_id, client_id, form_version, answers, typed_name, shown_sha256, command, signed_at, method, ticket_id)
  on app.form_signature to attune_worker;
grant update (signed_at, flagged) on app.sent_form to attune_worker;

create or replace view app.guardian_label with (security_invoker = true) as
  select id, therapist_id, client_id, account_id, name, rights, paused_at, ended_at, contact_id from app.guardian;
comment on view app.guardian_label is 'name, rights and contact of a guardian, for the therapist; feature: guardian';
create or replace view app.contact_email with (security_invoker = true) as
  select id, therapist_id, client_id, email, is_guardian, phone from app.client_contact;
comment on view app.contact_email is 'how a contact of a client is reached, and whether it is a guardian; feature: client';

set local role attune_app_definer;

-- The therapist of a ticket, for a request whose token was verified.
create function def.form_ticket_owner(ticket uuid) returns uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select t.therapist_id from app.form_ticket t where t.id = ticket);
end $$;
comment on function def.form_ticket_owner(uuid) is 'feature: form';
grant execute on function def.form_ticket_owner(uuid) to attune_worker;

-- Whether a ticket opens its form: it is neither used, ended, expired nor void; the form is open in its version and not kept from guardians; the contact is
-- still a guardian with the address of the link, lost no right since then, and may sign this copy.
create function def.does_form_ticket_open(ticket uuid, moment timestamptz) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.form_ticket t join app.sent_form s on s.therapist_id = t.therapist_id and s.id = t.sent_form_id
    where t.id = ticket and t.used_at is null and t.ended_at is null and t.tries < 5 and t.expires_at > moment
      and s.form_version = t.form_version and s.signed_at is null and s.cancelled_at is null and not s.kept_from_guardians
      and not def.is_disabled(t.therapist_id)
      and exists (select from app.client_contact k where k.therapist_id = t.therapist_id and k.client_id = s.client_id and k.id = t.contact_id
        and k.is_guardian and (t.way = 'practice' or k.email = t.email))
      and not exists (select from app.guardian g where g.therapist_id = t.therapist_id and g.client_id = s.client_id and g.contact_id = t.contact_id
        and greatest(g.ended_at, g.paused_at) > t.sent_at)
      and (s.guardian_id is null or exists (select from app.guardian g
        where g.therapist_id = s.therapist_id and g.id = s.guardian_id and g.contact_id = t.contact_id)));
end $$;
comment on function def.does_form_ticket_open(uuid, timestamptz) is 'feature: form';
grant execute on function def.does_form_ticket_open(uuid, timestamptz) to attune_worker;

-- Accepts a signature only for an open form, in the version that it has now, of the account of its client, of a guardian who may sign it, or of the
-- contact of a ticket that opens it. The signature of a guardian contains the name and the relation that the therapist entered.
create or replace function def.signature_fits() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  form app.sent_form;
  signer app.guardian;
  ticket app.form_ticket;
begin
  select s.* into form from app.sent_form s where s.id = new.sent_form_id and s.therapist_id = new.therapist_id and s.client_id = new.client_id
    and s.form_version = new.form_version and s.cancelled_at is null;
  if new.account_id is null then
    select t.* into ticket from app.form_ticket t where t.id = new.ticket_id and t.therapist_id = form.therapist_id and t.sent_form_id = form.id
      and t.way = new.method and def.does_form_ticket_open(t.id, new.signed_at);
    if ticket.id is null then
      raise exception using errcode = 'AT002', message = 'a signature without a valid ticket';
    end if;
    new.guardian_name := ticket.name;
    new.guardian_relation := ticket.relationship;
    return new;
  end if;
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

-- What guardians were filling in with tickets ends with the form.
create function def.forget_ticket_answers() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.form_ticket t set answers = null where t.therapist_id = new.therapist_id and t.sent_form_id = new.id and t.answers is not null;
  return null;
end $$;
comment on function def.forget_ticket_answers() is 'feature: form';
grant execute on function def.forget_ticket_answers() to attune_owner;

-- Tells the therapist's page of a form that one of its tickets changed.
create function def.change_form_ticket() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'sent_form', s.id, 'UPDATE', array[s.therapist_id], jsonb_build_object('id', s.id, 'client_id', s.client_id, 'therapist_id', s.therapist_id)
    from app.sent_form s where s.therapist_id = new.therapist_id and s.id = new.sent_form_id;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_form_ticket() is 'feature: platform';
grant execute on function def.change_form_ticket() to attune_owner;

-- Adds what a guardian did with an own ticket to the audit log. The ticket stands for the person, who has no account.
create function def.audit_form_ticket(ticket uuid, deed text, request text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.audit (actor_id, actor_role, action, thing, thing_id, request_id)
    select t.id, 'guardian', deed, 'sent-form', t.sent_form_id, request from app.form_ticket t
    where t.id = ticket and t.therapist_id = app.actor_id()
    on conflict do nothing;
end $$;
comment on function def.audit_form_ticket(uuid, text, text) is 'feature: form';
grant execute on function def.audit_form_ticket(uuid, text, text) to attune_worker;

-- The state of the latest email with a link of the acting therapist; null before there is one.
create function def.form_ticket_mail(ticket uuid) returns text language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select m.state from app.mail m where m.subject_id = ticket and m.kind = 'form-link' and m.acting_for = app.actor_id()
    order by m.generation desc, m.created_at desc limit 1);
end $$;
comment on function def.form_ticket_mail(uuid) is 'feature: form';
grant execute on function def.form_ticket_mail(uuid) to attune_app_therapist;

-- Tells the therapist's page that the email with a link was sent, or could not be.
create function def.change_form_ticket_mail() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'sent_form', s.id, 'UPDATE', array[s.therapist_id], jsonb_build_object('id', s.id, 'client_id', s.client_id, 'therapist_id', s.therapist_id)
    from app.form_ticket t join app.sent_form s on s.therapist_id = t.therapist_id and s.id = t.sent_form_id where t.id = new.subject_id;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_form_ticket_mail() is 'feature: platform';
grant execute on function def.change_form_ticket_mail() to attune_owner;

-- Ends the tickets that still open a form. The first start after a restore calls it.
create function def.end_form_tickets(moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.form_ticket t set ended_at = moment where t.used_at is null and t.ended_at is null and t.expires_at > moment;
end $$;
comment on function def.end_form_tickets(timestamptz) is 'feature: form';
revoke all on function def.end_form_tickets(timestamptz) from public;

create or replace function def.change_form_document() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'form_document', r.sent_form_id, tg_op,
      array[r.therapist_id] || array(select s.account_id from app.sent_form s where s.id = r.sent_form_id and s.account_id is not null
        union select g.account_id from app.form_signature g where g.sent_form_id = r.sent_form_id and g.account_id is not null),
      jsonb_build_object('sent_form_id', r.sent_form_id, 'therapist_id', r.therapist_id)
    from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;

set local role attune_owner;

-- A guardian who opens a form again within a quarter of an hour is recorded once.
create unique index audit_ticket_opened on app.audit (actor_id, thing, thing_id, action, (date_bin('15 minutes', at, timestamptz 'epoch')))
  where action = 'open' and thing = 'sent-form';
create trigger answers_end after update of signed_at, cancelled_at on app.sent_form for each row
  when (new.signed_at is not null or new.cancelled_at is not null) execute function def.forget_ticket_answers();
create trigger change_insert after insert on app.form_ticket for each row execute function def.change_form_ticket();
create trigger change_update after update of generation, tries, opened_at, used_at, ended_at on app.form_ticket for each row
  execute function def.change_form_ticket();
create trigger form_link_mail after update of state on app.mail for each row when (old.state is distinct from new.state and new.kind = 'form-link')
  execute function def.change_form_ticket_mail();
