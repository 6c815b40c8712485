-- Email addresses to which the notifications of admins go. All admins share them. Nothing but the link goes to an address before it is verified.

create table app.notification_address (
  id uuid primary key,
  email text not null unique check (length(email) between 3 and 254),
  language text not null check (language in ('en', 'de', 'fr', 'es')),
  -- The time zone of the quiet hours: that of the admin who added the address.
  zone text not null check (length(zone) between 1 and 60),
  kinds_off text[] not null default '{}' check (cardinality(kinds_off) <= 40),
  quiet_from text default '21:00' check (quiet_from ~ '^[0-2][0-9]:[0-5][0-9]$'),
  quiet_to text default '08:00' check (quiet_to ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- Sending the link again voids the token before.
  generation int not null default 1 check (generation >= 1),
  sent_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > sent_at),
  verified_at timestamptz,
  version int not null default 1 check (version >= 1),
  created_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_to is null))
);
comment on table app.notification_address is 'owner: product; erasure: keep (addresses of the practice); disconnect: keep';

grant select, insert (id, email, language, zone, sent_at, expires_at),
  update (kinds_off, quiet_from, quiet_to, generation, sent_at, expires_at, version), delete on app.notification_address to attune_app_admin;
grant select on app.notification_address to attune_worker, attune_app_backup;
grant select (id, generation, kinds_off, verified_at, version), update (verified_at, version) on app.notification_address to attune_app_definer;
create policy admin_keeps on app.notification_address for all to attune_app_admin using (true);
create policy worker_reads on app.notification_address for select to attune_worker using (true);
create policy backup_reads on app.notification_address for select to attune_app_backup using (true);
create policy definer_verifies on app.notification_address for all to attune_app_definer using (true);
alter table app.notification_address enable row level security, force row level security;

alter table auth.secret drop constraint secret_purpose_check;
alter table auth.secret add constraint secret_purpose_check
  check (purpose in ('confirm', 'reset', 'invite', 'setup', 'email-new', 'email-old', 'handover', 'stop-factor-reset', 'invoice', 'notification-address'));

grant insert (before, after) on app.audit to attune_app_definer;

-- The channels by which nothing leaves, as the admins were told last.
alter table app.product_setting add column failing_channels text[] not null default '{}';
grant select (failing_channels), update (failing_channels) on app.product_setting to attune_app_definer;
grant select (attempts, error, claimed_at, sent_at) on app.mail to attune_app_definer;

set local role attune_app_definer;

-- The verified addresses, each with whether it gets emails of a kind.
create function def.notification_addresses(kind text) returns table (id uuid, wanted boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select a.id, not kind = any (a.kinds_off) from app.notification_address a where a.verified_at is not null order by a.id;
end $$;
grant execute on function def.notification_addresses(text) to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker;

-- Marks an address as verified, for a request whose token was verified. Returns false if the address was removed or its link was sent again. The
-- address stands for the person, who may have no account.
create function def.verify_notification_address(address uuid, sent int, moment timestamptz, request text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  verified timestamptz;
begin
  select a.verified_at into verified from app.notification_address a where a.id = address and a.generation = sent for update;
  if not found then return false; end if;
  if verified is not null then return true; end if;
  update app.notification_address a set verified_at = moment, version = a.version + 1 where a.id = address;
  insert into app.audit (actor_id, actor_role, action, thing, thing_id, request_id, before, after)
    values (address, 'recipient', 'verify', 'notification-address', address, request, '{"state": "unverified"}', '{"state": "verified"}');
  return true;
end $$;
grant execute on function def.verify_notification_address(uuid, int, timestamptz, text) to attune_worker;

-- Stores by which channels nothing leaves, and returns those that have begun to fail. Email fails once an email was tried three times and none has
-- left since. SMS and WhatsApp fail if the provider refused the latest three texts because of the setup, not of one number.
create function def.note_failing_channels(moment timestamptz) returns setof text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before text[];
  failing text[];
begin
  select s.failing_channels into before from app.product_setting s for update;
  failing := array(
    select 'email' where exists (select from app.mail m
      where m.attempts >= 3 and m.error is not null and m.state in ('waiting', 'sending', 'failed') and m.claimed_at > moment - interval '1 day'
        and not exists (select from app.mail l where l.state = 'sent' and l.sent_at > m.claimed_at))
    union all
    select c.channel from (values ('sms'), ('whatsapp')) c(channel)
      where 3 = (select count(*) filter (where latest.failed in ('misconfigured', 'limited', 'other')) from (
        select d.failed from app.delivery d where d.channel = c.channel and d.created_at > moment - interval '1 day' and (d.is_accepted or d.failed is not null)
        order by d.created_at desc limit 3) latest)
    order by 1);
  update app.product_setting s set failing_channels = failing where s.failing_channels <> failing;
  return query select f from unnest(failing) f where not f = any (before);
end $$;
grant execute on function def.note_failing_channels(timestamptz) to attune_worker;

-- Announces changes to every admin.
create function def.change_notification_address() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'notification_address', r.id, tg_op, array(select a from def.admins() a), jsonb_build_object('id', r.id) from old_rows r;
  else
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'notification_address', r.id, tg_op, array(select a from def.admins() a), jsonb_build_object('id', r.id) from new_rows r;
  end if;
  perform pg_notify('attune_change', '');
  return null;
end $$;
grant execute on function def.change_notification_address() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.notification_address referencing new table as new_rows for each statement execute function def.change_notification_address();
create trigger change_update after update on app.notification_address referencing new table as new_rows for each statement execute function def.change_notification_address();
create trigger change_delete after delete on app.notification_address referencing old table as old_rows for each statement execute function def.change_notification_address();
