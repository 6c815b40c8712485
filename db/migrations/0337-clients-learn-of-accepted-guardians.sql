-- A client who was not told of an invited guardian learns of the guardian who accepts.

set local role attune_app_definer;

-- The connected account of the client for whom the acting account has become a guardian, with what decides whether the client already knows.
create function def.client_of_guardian(guardian uuid) returns table (account_id uuid, born date, zone text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.account_id, c.date_of_birth, coalesce(p.zone, 'UTC') from app.guardian g
    join app.client c on c.therapist_id = g.therapist_id and c.id = g.client_id left join app.profile p on p.account_id = g.therapist_id
    where g.id = guardian and g.account_id = app.actor_id() and g.ended_at is null and c.account_id is not null and c.disconnected_at is null;
end $$;
comment on function def.client_of_guardian(uuid) is 'feature: guardian';
grant execute on function def.client_of_guardian(uuid) to attune_app_client;

-- Whether the actor may notify an account about a row: see `may_tell`; anybody an admin about the actor's own account; the other participants of a session,
-- and their guardians, about that session; and a guardian the client for whom the actor is one.
create or replace function def.may_notify(recipient uuid, subject uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return def.may_tell(recipient)
    or exists (select from app.profile p where p.account_id = recipient and p.role = 'admin'
      and (subject = app.actor_id() or app.actor_id() is null and def.acting_as() = 'worker'))
    or exists (select from app.session_client me join app.session_client p on p.therapist_id = me.therapist_id and p.session_id = me.session_id
        join app.client c on c.id = p.client_id
      where me.session_id = subject and me.client_id = any (def.acting_records_in(subject)) and p.answer <> 'declined'
        and (c.account_id = recipient or exists (select from app.guardian_right g where g.account_id = recipient and g.therapist_id = p.therapist_id
          and g.client_id = p.client_id and g.kind = 'sessions' and g.since <= p.starts_at and not p.kept_from_guardians)))
    or exists (select from app.guardian g join app.client c on c.therapist_id = g.therapist_id and c.id = g.client_id
      where g.account_id = app.actor_id() and g.ended_at is null and c.account_id = recipient);
end $$;

set local role attune_owner;
