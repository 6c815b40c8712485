-- Admins read what was administered: who changed what, from what, to what, when and from where. The rest of the log stays closed to them.

-- `before` and `after` contain settings and states, never what a person wrote about another.
alter table app.audit
  add column ip text check (length(ip) <= 60),
  add column before jsonb check (length(before::text) <= 20000),
  add column after jsonb check (length(after::text) <= 20000);
comment on table app.audit is 'owner: product; erasure: keep (append-only, ids and settings); disconnect: keep';
grant insert (ip, before, after) on app.audit to attune_app_admin, attune_app_therapist, attune_app_client;
grant select on app.audit to attune_app_definer;
create policy definer_reads on app.audit for select to attune_app_definer using (true);
create trigger audit_no_truncate before truncate on app.audit for each statement execute function app.refuse_change();
create index audit_administration on app.audit (id desc) where actor_role = 'admin' or action like 'refused:%';

set local role attune_app_definer;

-- The administrative lines of the audit log, the latest first: the acts of admins, and refused calls of their procedures. `person` finds the lines
-- of an account and those about it; `before_id` continues a page.
create function def.administration_audit(person uuid, wanted text, from_at timestamptz, until_at timestamptz, before_id bigint, most int)
returns table (id bigint, at timestamptz, actor_id uuid, actor_name text, action text, thing text, thing_id uuid, thing_name text, ip text, before jsonb, after jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select a.id, a.at, a.actor_id, coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email, ''), a.action, a.thing, a.thing_id,
      coalesce(nullif(trim(o.first_name || ' ' || o.last_name), ''), o.email, ''), a.ip, a.before, a.after
    from app.audit a left join app.profile p on p.account_id = a.actor_id left join app.profile o on o.account_id = a.thing_id
    where (a.actor_role = 'admin' or a.action like 'refused:%')
      and (person is null or a.actor_id = person or a.thing_id = person)
      and (wanted is null or a.action = wanted)
      and (from_at is null or a.at >= from_at) and (until_at is null or a.at < until_at)
      and (before_id is null or a.id < before_id)
    order by a.id desc limit most;
end $$;
grant execute on function def.administration_audit(uuid, text, timestamptz, timestamptz, bigint, int) to attune_app_admin;

-- The actions that the administrative lines name.
create function def.administration_audit_actions() returns setof text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select distinct a.action from app.audit a where a.actor_role = 'admin' or a.action like 'refused:%' order by 1;
end $$;
grant execute on function def.administration_audit_actions() to attune_app_admin;

-- The people whom the administrative lines name, as the ones who acted or the ones concerned.
create function def.administration_audit_people() returns table (id uuid, name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select p.account_id, coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email) from app.profile p
    where exists (select from app.audit a where (a.actor_role = 'admin' or a.action like 'refused:%') and (a.actor_id = p.account_id or a.thing_id = p.account_id))
    order by 2, 1 limit 500;
end $$;
grant execute on function def.administration_audit_people() to attune_app_admin;

set local role attune_owner;
