-- The hours of support on each day from the first to the last weekday (ISO 8601: 1 is Monday), in a time zone. An installation begins with the
-- hours of row 9.03, until an admin confirms or changes them.
alter table app.product_setting
  add column support_first_day smallint not null default 1 check (support_first_day between 1 and 7),
  add column support_last_day smallint not null default 5 check (support_last_day between 1 and 7),
  add column support_from text not null default '09:00' check (support_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column support_to text not null default '17:00' check (support_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column support_zone text not null default 'America/New_York' check (length(support_zone) <= 64),
  add column support_hours_confirmed boolean not null default false,
  add check (support_first_day <= support_last_day),
  add check (support_from < support_to);
grant update (support_first_day, support_last_day, support_from, support_to, support_zone, support_hours_confirmed) on app.product_setting to attune_app_admin;
