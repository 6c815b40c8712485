-- The languages that the product offers, how long records are kept, when an unused page locks, the legal pages, and the practice's own safety
-- numbers. `revision` grows with each change of what open pages and the other nodes use.
alter table app.product_setting
  add column languages text[] not null default '{en,de,fr,es}'
    check (cardinality(languages) between 1 and 4 and languages <@ array['en', 'de', 'fr', 'es'] and array_position(languages, null) is null),
  add column default_language text not null default 'en',
  add column retention_years smallint not null default 10 check (retention_years between 1 and 50),
  add column idle_minutes_staff smallint not null default 15 check (idle_minutes_staff between 1 and 60),
  add column idle_minutes_client smallint not null default 30 check (idle_minutes_client between 1 and 60),
  -- By page and language, for example 'imprint.de': the text as a document.
  add column legal_texts jsonb not null default '{}' check (jsonb_typeof(legal_texts) = 'object'),
  -- By country (ISO 3166-1 alpha-2): the emergency number and the crisis lines that replace those of the product.
  add column safety_numbers jsonb not null default '{}' check (jsonb_typeof(safety_numbers) = 'object'),
  add column revision integer not null default 1,
  add check (default_language = any (languages));
grant update (languages, default_language, retention_years, idle_minutes_staff, idle_minutes_client, legal_texts, safety_numbers, revision)
  on app.product_setting to attune_app_admin;

set local role attune_app_definer;

-- Tells every account, and with it every node, that the settings of the product have changed. The row has no id of its own.
create function def.change_product_setting() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'product_setting', '00000000-0000-0000-0000-000000000000', tg_op, array(select p.account_id from app.profile p), '{}'
    from new_rows n join old_rows o on o.id = n.id where o.revision <> n.revision;
  if found then perform pg_notify('attune_change', ''); end if;
  return null;
end $body$;
grant execute on function def.change_product_setting() to attune_owner;

set local role attune_owner;

create trigger change_update after update on app.product_setting
  referencing old table as old_rows new table as new_rows for each statement execute function def.change_product_setting();
