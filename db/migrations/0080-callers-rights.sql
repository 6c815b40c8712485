-- The two functions that connect a client with a therapist prove their caller's right themselves. The definer reads who has used an
-- invitation's token, and to which therapist an invite code belongs; it cannot read the hash of a token.
grant usage on schema auth to attune_app_definer;
grant select (purpose, subject, used_by) on auth.secret to attune_app_definer;
grant select (therapist_id, code_hash) on auth.standing_code to attune_app_definer;

set local role attune_app_definer;

-- Connects the actor with the therapist of an invitation whose token the actor has used; nobody else.
create or replace function def.accept_invitation(invitation uuid)
returns table (client_id uuid, fresh boolean) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  inv app.invitation;
  known uuid;
  left_at timestamptz;
begin
  if not exists (select from auth.secret s where s.purpose = 'invite' and s.subject = invitation::text and s.used_by = app.actor_id()) then return; end if;
  perform from app.calendar k where k.therapist_id = (select i.therapist_id from app.invitation i where i.id = invitation) for update;
  select * into inv from app.invitation i where i.id = invitation for update;
  if inv.id is null or inv.state = 'revoked' then return; end if;
  select c.id, c.disconnected_at into known, left_at from app.client c where c.therapist_id = inv.therapist_id and c.account_id = app.actor_id();
  if known is not null and left_at is null then
    return query select known, false;
    return;
  end if;
  if known is null then
    perform from app.client c where c.id = inv.client_id and c.account_id is null for update;
    if not found then return; end if;
  end if;
  update app.invitation i set state = 'accepted', accepted_at = now() where i.id = invitation;
  if known is null then perform def.bind_record(inv.client_id, 'joined', 'invitation');
  else perform def.bind_record(known, 'reconnected', 'invitation');
  end if;
  return query select coalesce(known, inv.client_id), true;
end $$;

-- Connects the actor with the therapist to whom an invite code belongs. The code's hash, which no role of an actor can read, proves that the
-- actor has entered the code. A disconnected record of the actor is connected again; one pending record with the actor's address becomes the
-- actor's; otherwise the function makes a record.
drop function def.join_therapist(uuid);
create function def.join_therapist(entered_hash bytea)
returns table (client_id uuid, fresh boolean) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  therapist uuid;
  record uuid;
  left_at timestamptz;
  waiting uuid[];
begin
  select s.therapist_id into therapist from auth.standing_code s where s.code_hash = entered_hash;
  if therapist is null then return; end if;
  perform from app.calendar k where k.therapist_id = therapist for update;
  if not found then return; end if;
  select c.id, c.disconnected_at into record, left_at from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id();
  if record is not null then
    if left_at is not null then perform def.bind_record(record, 'reconnected', 'code'); end if;
    return query select record, left_at is not null;
    return;
  end if;
  waiting := array(select c.id from app.client c join app.profile p on p.email = c.email
    where c.therapist_id = therapist and c.account_id is null and c.status = 'pending' and p.account_id = app.actor_id() limit 2);
  if cardinality(waiting) = 1 then
    record := waiting[1];
    update app.invitation i set state = 'accepted', accepted_at = now() where i.client_id = record and i.state in ('sent', 'opened');
    perform def.bind_record(record, 'joined', 'code');
  else
    record := gen_random_uuid();
    insert into app.client (id, therapist_id, first_name, last_name, email, language)
      select record, therapist, coalesce(nullif(p.first_name, ''), left(split_part(p.email, '@', 1), 100)), coalesce(nullif(p.last_name, ''), '–'), p.email, p.language
      from app.profile p where p.account_id = app.actor_id();
    if not found then return; end if;
    perform def.bind_record(record, 'joined', 'new');
  end if;
  return query select record, true;
end $$;
grant execute on function def.join_therapist(bytea) to attune_app_client;

set local role attune_owner;

-- The database stores only the hash of a login's token. Existing logins stay valid: the browser keeps the token.
update auth.login set token = rtrim(translate(encode(sha256(convert_to(token, 'UTF8')), 'base64'), '+/', '-_'), '=');
