-- The page behind a dead invitation link offers to mail a fresh one to the address that the link was meant for.

grant update (generation, sent_at, expires_at) on app.invitation to attune_app_definer;

set local role attune_app_definer;

-- Sends an invitation again as its therapist would. The caller has traced a link to it. Returns the mail to send, or null where the
-- invitation is accepted, its record has an account, or the last mail left less than `apart` ago.
create function def.send_fresh_invitation(invitation uuid, at timestamptz, valid_for interval, apart interval)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  inv app.invitation;
  made uuid := gen_random_uuid();
begin
  update app.invitation i
    set generation = i.generation + 1, state = 'sent', opened_at = null, sent_at = at, expires_at = at + valid_for
    from app.client c
    where i.id = invitation and c.id = i.client_id and c.account_id is null and i.state <> 'accepted' and i.sent_at <= at - apart
    returning i.* into inv;
  if inv.id is null then return null; end if;
  insert into app.mail (id, kind, account_id, acting_for, subject_id, generation)
    values (made, 'invitation', null, inv.therapist_id, inv.id, inv.generation);
  return made;
end $$;
grant execute on function def.send_fresh_invitation(uuid, timestamptz, interval, interval) to attune_worker;

set local role attune_owner;
