-- A browser can hold several accounts of one person, unless the admin switches that off.
alter table app.product_setting add column several_accounts boolean not null default true;
grant update (several_accounts) on app.product_setting to attune_app_admin;

-- The logins that one browser holds share `browser`. `chosen_at` is when the browser last made the login the active one.
alter table auth.login
  add column browser uuid,
  add column chosen_at timestamptz,
  add check ((browser is null) = (chosen_at is null));
create index login_browser on auth.login (browser) where browser is not null;
grant select (id, browser, chosen_at), delete on auth.login to attune_app_definer;

set local role attune_app_definer;

-- Ends the logins that browsers hold beside their active one, when an admin switches several accounts off.
create function def.end_further_logins() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.login l where exists (
    select from auth.login o where o.browser = l.browser and (o.chosen_at, o.id) > (l.chosen_at, l.id));
  return null;
end $$;
grant execute on function def.end_further_logins() to attune_owner;

set local role attune_owner;

create trigger ends_further_logins after update of several_accounts on app.product_setting
  for each row when (old.several_accounts and not new.several_accounts) execute function def.end_further_logins();
