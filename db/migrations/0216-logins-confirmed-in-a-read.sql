-- A read may begin before its login was read: with the login as the request before found it. The transaction of the read then confirms that nothing about
-- the login has changed, in its first statement, and fails otherwise.

-- The logins with the facts that a request depends on. `state` is a hash of these facts.
create view auth.login_state as
  select l.id, l.user_id, u.email, l.token, l.strength, l.method, l.created_at, l.last_seen_at, l.expires_at, l.locked_at, l.active_at,
    l.page_key, f.role, f.has_app, f.has_passkey, f.has_password,
    encode(sha256(convert_to(row(l.id, l.user_id, u.email, l.strength, l.method, extract(epoch from l.created_at), extract(epoch from l.last_seen_at),
      extract(epoch from l.expires_at), extract(epoch from l.locked_at), extract(epoch from l.active_at), l.page_key, f.*)::text, 'UTF8')), 'base64') as state
  from auth.login l
    join auth."user" u on u.id = l.user_id
    cross join lateral (select def.role_of(u.id) as role,
      exists (select from auth.two_factor t where t.user_id = u.id and t.verified) as has_app,
      exists (select from auth.passkey k where k.user_id = u.id) as has_passkey,
      exists (select from auth.account a where a.provider_id = 'credential' and a.account_id = u.id::text and a.password is not null) as has_password
      offset 0) f
  where not def.login_is_over(l.user_id, l.created_at);

grant select on auth.login_state to attune_auth_app;
grant select (user_id, token, expires_at, state) on auth.login_state to attune_app_definer;

set local role attune_app_definer;

-- Fails with 28000 unless the login of this token is valid, belongs to the actor and is in the expected state.
create function def.confirm_login(hash text, at timestamptz, expected text) returns void language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from auth.login_state s where s.token = hash and s.user_id = app.actor_id() and s.expires_at > at and s.state = expected) then
    raise exception 'the login has changed' using errcode = '28000';
  end if;
end $$;
revoke all on function def.confirm_login(text, timestamptz, text) from public;
grant execute on function def.confirm_login(text, timestamptz, text) to attune_app_therapist, attune_app_client, attune_app_admin;
comment on function def.confirm_login(text, timestamptz, text) is 'feature: login';
