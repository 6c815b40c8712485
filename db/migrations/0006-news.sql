-- How people learn of what happened: notifications, mails to send, and the changes that open pages follow.

create table app.notification (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references app.profile (account_id) on delete cascade,
  kind text not null check (length(kind) <= 40),
  -- names and instants that the words need; put into words when read, in the reader's language and zone
  params jsonb not null default '{}',
  is_read boolean not null default false,
  related_type text check (related_type in ('user', 'session', 'client')),
  related_id uuid,
  -- whose picture stands beside it
  person_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table app.notification is 'owner: account';
create index notification_newest on app.notification (account_id, created_at desc, id);
create index notification_unread on app.notification (account_id, created_at desc) where not is_read;

-- A mail that is to leave. It names whom and what by id; recipient, words and links are found when it is sent.
create table app.mail (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (length(kind) <= 40),
  account_id uuid,
  -- on whose behalf the job reads: the therapist of the thing, else the recipient
  acting_for uuid not null,
  subject_id uuid,
  generation int not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'not-configured', 'dropped')),
  attempts int not null default 0,
  error text check (length(error) <= 200),
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz
);
comment on table app.mail is 'owner: product';
create index mail_newest on app.mail (created_at desc, id);
create index mail_subject on app.mail (subject_id, kind, generation desc);

create table app.change (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  table_name text not null,
  row_id uuid not null,
  op text not null check (op in ('INSERT', 'UPDATE', 'DELETE')),
  audience uuid[] not null,
  keys jsonb not null
);
comment on table app.change is 'owner: product';
create index change_xid on app.change (xid);
create index change_at on app.change (at);

grant insert (account_id, kind, params, related_type, related_id, person_id) on app.notification to attune_app_definer;
grant insert (id, kind, account_id, acting_for, subject_id, generation), select (id, subject_id, kind, generation, acting_for, state, created_at) on app.mail to attune_app_definer;
grant insert (table_name, row_id, op, audience, keys) on app.change to attune_app_definer;

set local role attune_app_definer;

-- Whether the actor may tell that account something: oneself, people one is connected to, and anybody for an admin.
create function def.may_tell(recipient uuid) returns boolean language sql stable set search_path = pg_catalog, pg_temp
  as $$ select recipient = any (def.my_people()) or def.acting_as() = 'app_admin' $$;

-- Puts a notification before an account. A recipient whom the actor may not reach is an error: a fault of the program.
create function def.tell(recipient uuid, kind text, params jsonb, related_type text, related_id uuid)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not def.may_tell(recipient) then raise exception 'not connected' using errcode = 'insufficient_privilege'; end if;
  insert into app.notification (account_id, kind, params, related_type, related_id, person_id)
    values (recipient, tell.kind, tell.params, tell.related_type, tell.related_id, app.actor_id());
end $$;
grant execute on function def.tell(uuid, text, jsonb, text, uuid) to attune_app_therapist, attune_app_client, attune_app_admin;

-- Writes a mail to an account and returns its id, for the job that the same transaction enqueues.
create function def.post_mail(recipient uuid, kind text, acting_for uuid, subject uuid, generation int)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made uuid := gen_random_uuid();
begin
  if recipient is not null and not def.may_tell(recipient) then raise exception 'not connected' using errcode = 'insufficient_privilege'; end if;
  if acting_for <> app.actor_id() and not def.may_tell(acting_for) then raise exception 'not connected' using errcode = 'insufficient_privilege'; end if;
  insert into app.mail (id, kind, account_id, acting_for, subject_id, generation)
    values (made, post_mail.kind, recipient, post_mail.acting_for, subject, post_mail.generation);
  return made;
end $$;
grant execute on function def.post_mail(uuid, text, uuid, uuid, int) to attune_app_therapist, attune_app_client, attune_app_admin;

-- Tells every admin of something about the actor's own account; returns the mails to send.
create function def.tell_admins(kind text, params jsonb)
returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  admin uuid;
  made uuid;
begin
  for admin in select p.account_id from app.profile p where p.role = 'admin' order by p.account_id loop
    insert into app.notification (account_id, kind, params, related_type, related_id, person_id)
      values (admin, tell_admins.kind, tell_admins.params, 'user', app.actor_id(), app.actor_id());
    made := gen_random_uuid();
    insert into app.mail (id, kind, account_id, acting_for, subject_id) values (made, tell_admins.kind, admin, admin, app.actor_id());
    return next made;
  end loop;
end $$;
grant execute on function def.tell_admins(text, jsonb) to attune_app_client;

-- How the mail of an own invitation fared.
create function def.invitation_mail(invitation uuid) returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.state from app.mail m where m.subject_id = invitation and m.kind = 'invitation' and m.acting_for = app.actor_id()
  order by m.generation desc, m.created_at desc limit 1
$$;
grant execute on function def.invitation_mail(uuid) to attune_app_therapist;

-- One trigger function per followed table: a row in `change` per changed row, for everybody who may see it before or after.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('notification', 'r.id', 'array[r.account_id]',
      'jsonb_build_object(''id'', r.id, ''user_id'', r.account_id, ''is_read'', r.is_read)'),
    ('profile', 'r.account_id', 'array[r.account_id]',
      'jsonb_build_object(''id'', r.account_id, ''role'', r.role)'),
    ('role_request', 'r.id', 'array[r.account_id] || array(select p.account_id from app.profile p where p.role = ''admin'')',
      'jsonb_build_object(''id'', r.id, ''account_id'', r.account_id, ''status'', r.status)'),
    ('client', 'r.id', 'array_remove(array[r.therapist_id, r.account_id], null)',
      'jsonb_build_object(''id'', r.id, ''therapist_id'', r.therapist_id, ''status'', r.status)'),
    ('invitation', 'r.id', 'array[r.therapist_id]',
      'jsonb_build_object(''id'', r.id, ''client_id'', r.client_id, ''state'', r.state)'),
    ('session', 'r.id', 'array[r.therapist_id] || array(select c.account_id from app.session_client sc join app.client c on c.id = sc.client_id where sc.therapist_id = r.therapist_id and sc.session_id = r.id and c.account_id is not null)',
      'jsonb_build_object(''id'', r.id, ''therapist_id'', r.therapist_id, ''status'', r.status)'),
    ('session_client', 'r.session_id', 'array[r.therapist_id] || array(select c.account_id from app.client c where c.id = r.client_id and c.account_id is not null)',
      'jsonb_build_object(''session_id'', r.session_id, ''client_id'', r.client_id, ''therapist_id'', r.therapist_id, ''answer'', r.answer)')
  ) as v (name, row_id, audience, keys) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        if tg_op = 'INSERT' then
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, %3$s, %4$s from new_rows r;
        elsif tg_op = 'DELETE' then
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, %3$s, %4$s from old_rows r;
        else
          insert into app.change (table_name, row_id, op, audience, keys)
            select '%1$s', n.row_id, tg_op, array(select distinct a from unnest(n.audience || o.audience) a), n.keys
            from (select row_number() over () as place, %2$s as row_id, %3$s as audience, %4$s as keys from new_rows r) n
            join (select row_number() over () as place, %3$s as audience from old_rows r) o using (place);
        end if;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.row_id, t.audience, t.keys);
  end loop;
end $$;

set local role attune_owner;

do $$
declare
  name text;
begin
  foreach name in array array['notification', 'profile', 'role_request', 'client', 'invitation', 'session', 'session_client'] loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_update after update on app.%1$I referencing new table as new_rows old table as old_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_delete after delete on app.%1$I referencing old table as old_rows for each statement execute function def.change_%1$s()', name);
  end loop;
end $$;

grant select on app.notification to attune_app_therapist, attune_app_client, attune_app_admin;
grant update (is_read, updated_at) on app.notification to attune_app_therapist, attune_app_client, attune_app_admin;
create policy therapist_reads on app.notification for select to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_reads on app.notification for select to attune_app_client using (account_id = (select app.actor_id()));
create policy admin_reads on app.notification for select to attune_app_admin using (account_id = (select app.actor_id()));
create policy therapist_marks on app.notification for update to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_marks on app.notification for update to attune_app_client using (account_id = (select app.actor_id()));
create policy admin_marks on app.notification for update to attune_app_admin using (account_id = (select app.actor_id()));

grant select (id, kind, account_id, generation, state, created_at, sent_at) on app.mail to attune_app_admin;
grant select on app.mail to attune_worker;
grant insert (id, kind, account_id, acting_for, subject_id, generation), update (state, attempts, error, claimed_at, sent_at) on app.mail to attune_worker;
create policy admin_sees on app.mail for select to attune_app_admin using (true);
create policy worker_sends on app.mail for all to attune_worker using (true);

grant select on app.change to attune_relay;
grant select (id, at), delete on app.change to attune_worker;
create policy relay_reads on app.change for select to attune_relay using (true);
create policy worker_prunes on app.change for all to attune_worker using (true);

do $$
declare
  name text;
begin
  foreach name in array array['notification', 'mail', 'change'] loop
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('create policy definer_writes on app.%I for all to attune_app_definer using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
