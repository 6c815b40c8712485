-- Whether a browser may hold several accounts. An admin cannot change it until the transaction of the caller ends, so that what the caller
-- stores about the logins of a browser is either seen by the change of the setting or knows of it.
grant select (several_accounts) on app.product_setting to attune_app_definer;

set local role attune_app_definer;

create function def.hold_several_accounts() returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_allowed boolean;
begin
  select s.several_accounts into strict is_allowed from app.product_setting s for share;
  return is_allowed;
end $$;
grant execute on function def.hold_several_accounts() to attune_auth_app;
