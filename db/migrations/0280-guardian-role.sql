-- as installer
-- The role with which a guardian acts for a client. Roles belong to the whole cluster, so another database may have created it.

do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'attune_app_guardian') then
      create role attune_app_guardian noinherit nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end;
  begin
    if not exists (select from pg_auth_members
        where roleid = 'attune_app_guardian'::regrole and member = 'attune_login'::regrole and set_option and not inherit_option) then
      grant attune_app_guardian to attune_login with inherit false, set true;
    end if;
  exception when unique_violation or sqlstate 'XX000' then null;
  end;
end $$;

set local role attune_app_definer;
grant usage on schema def to attune_app_guardian;
set local role attune_owner;
grant usage on schema app to attune_app_guardian;
