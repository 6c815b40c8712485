-- A login knows whether its account acts for others as a guardian, and whether it has a record of its own.

set local role attune_app_definer;

-- The role of an account, and what it is as a guardian: 'no', 'also' (with a record of its own) or 'only'. All other accounts cost one more look into an
-- index.
create function def.person_of(account uuid, out role text, out guardian text) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  select p.role, case
      when p.role <> 'client' or not exists (select from app.guardian g where g.account_id = account and g.ended_at is null) then 'no'
      when exists (select from app.client c where c.account_id = account) then 'also' else 'only' end
    into person_of.role, person_of.guardian from app.profile p where p.account_id = account;
end $$;
comment on function def.person_of(uuid) is 'feature: guardian';
revoke all on function def.person_of(uuid) from public;
grant execute on function def.person_of(uuid) to attune_owner, attune_auth_app;

set local role attune_owner;

create or replace view auth.login_state as
  select l.id, l.user_id, u.email, l.token, l.strength, l.method, l.created_at, l.last_seen_at, l.expires_at, l.locked_at, l.active_at,
    l.page_key, f.role, f.has_app, f.has_passkey, f.has_password,
    encode(sha256(convert_to(row(l.id, l.user_id, u.email, l.strength, l.method, extract(epoch from l.created_at), extract(epoch from l.last_seen_at),
      extract(epoch from l.expires_at), extract(epoch from l.locked_at), extract(epoch from l.active_at), l.page_key, f.*)::text, 'UTF8')), 'base64') as state,
    f.guardian
  from auth.login l
    join auth."user" u on u.id = l.user_id
    cross join lateral (select def.person_of(u.id) as person offset 0) d
    cross join lateral (select (d.person).role as role,
      exists (select from auth.two_factor t where t.user_id = u.id and t.verified) as has_app,
      exists (select from auth.passkey k where k.user_id = u.id) as has_passkey,
      exists (select from auth.account a where a.provider_id = 'credential' and a.account_id = u.id::text and a.password is not null) as has_password,
      coalesce((d.person).guardian, 'no') as guardian
      offset 0) f
  where not def.login_is_over(l.user_id, l.created_at);
