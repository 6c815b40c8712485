-- While a guardian signs a form on the device of a therapist, the logins of this browser are locked, and only a password or a passkey unlocks them.
-- `locked_for` is why a login is locked; null for the screen lock.
alter table auth.login
  add column locked_for text check (locked_for = 'signing'),
  add check (locked_for is null or locked_at is not null);

create or replace view auth.login_state as
  select l.id, l.user_id, u.email, l.token, l.strength, l.method, l.created_at, l.last_seen_at, l.expires_at, l.locked_at, l.active_at,
    l.page_key, f.role, f.has_app, f.has_passkey, f.has_password,
    encode(sha256(convert_to(row(l.id, l.user_id, u.email, l.strength, l.method, extract(epoch from l.created_at), extract(epoch from l.last_seen_at),
      extract(epoch from l.expires_at), extract(epoch from l.locked_at), extract(epoch from l.active_at), l.page_key, f.*)::text, 'UTF8')), 'base64') as state,
    f.guardian, l.locked_for
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
