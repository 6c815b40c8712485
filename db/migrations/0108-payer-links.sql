-- Links with which a payer without an account opens an invoice. The token is in auth.secret, as a hash; its subject is the id of the link.

create table app.invoice_link (
  id uuid primary key,
  therapist_id uuid not null,
  invoice_id uuid not null,
  -- What the email with the link is about.
  occasion text not null check (occasion in ('invoice', 'credit-note', 'reminder-1', 'reminder-2', 'reminder-3')),
  email text not null check (length(email) between 3 and 254),
  -- Sending the link again voids the token before.
  generation int not null default 1 check (generation >= 1),
  sent_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > sent_at),
  withdrawn_at timestamptz,
  -- The latest opening with the right postal code.
  opened_at timestamptz,
  openings int not null default 0 check (openings >= 0),
  unique (therapist_id, invoice_id, occasion, email),
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id) on delete cascade
);
comment on table app.invoice_link is 'owner: therapist; erasure: keep (with its invoice); disconnect: keep';

grant select on app.invoice_link to attune_app_therapist, attune_worker, attune_app_backup;
grant insert (id, therapist_id, invoice_id, occasion, email, sent_at, expires_at),
  update (generation, sent_at, expires_at, withdrawn_at) on app.invoice_link to attune_app_therapist, attune_worker;
grant update (opened_at, openings) on app.invoice_link to attune_worker;
grant select (id, therapist_id, invoice_id) on app.invoice_link to attune_app_definer;
create policy therapist_keeps on app.invoice_link for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_keeps on app.invoice_link for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy backup_reads on app.invoice_link for select to attune_app_backup using (true);
create policy definer_reads on app.invoice_link for select to attune_app_definer using (true);
alter table app.invoice_link enable row level security, force row level security;

-- The job of a document sends the link, so it reads who pays and whether the client agreed.
grant select (id, therapist_id, client_id, kind, contact_id, name, email, is_guardian, agreed_at, agreed_by, withdrawn_at) on app.payer to attune_worker;
create policy worker_sees on app.payer for select to attune_worker using (therapist_id = (select app.actor_id()));
grant select (date_of_birth) on app.client to attune_worker;

grant insert (actor_id, actor_role, action, thing, thing_id, request_id) on app.audit to attune_app_definer;
create policy definer_writes on app.audit for insert to attune_app_definer with check (true);

alter table auth.secret drop constraint secret_purpose_check;
alter table auth.secret add constraint secret_purpose_check
  check (purpose in ('confirm', 'reset', 'invite', 'setup', 'email-new', 'email-old', 'handover', 'stop-factor-reset', 'invoice'));

set local role attune_app_definer;

-- The therapist of a link, for a request whose token was verified.
create function def.invoice_link_owner(link uuid) returns uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select l.therapist_id from app.invoice_link l where l.id = link);
end $$;
grant execute on function def.invoice_link_owner(uuid) to attune_worker;

-- Adds an opening of an own link by a payer to the audit log. The link stands for the person, who has no account.
create function def.audit_link_opening(link uuid, request text) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.audit (actor_id, actor_role, action, thing, thing_id, request_id)
    select l.id, 'payer', 'open', 'invoice', l.invoice_id, request from app.invoice_link l
    where l.id = link and l.therapist_id = app.actor_id();
end $$;
grant execute on function def.audit_link_opening(uuid, text) to attune_worker;

-- How the latest email with an own link fared; null before there is one.
create function def.invoice_link_mail(link uuid) returns text language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select m.state from app.mail m where m.subject_id = link and m.kind like 'payer-%' and m.acting_for = app.actor_id()
    order by m.generation desc, m.created_at desc limit 1);
end $$;
grant execute on function def.invoice_link_mail(uuid) to attune_app_therapist;

set local role attune_owner;
