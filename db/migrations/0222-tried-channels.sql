-- A channel counts as tried once a provider has accepted something. Until now, the absence of failures counted as success.

alter table app.channel_setting
  -- The time at which a push service last accepted a notification; written at most once an hour.
  add column push_accepted_at timestamptz,
  -- The time at which a push service last refused the key of this host, and its HTTP status.
  add column push_refused_at timestamptz,
  add column push_refused_status int check (push_refused_status between 400 and 499);
grant update (push_accepted_at, push_refused_at, push_refused_status) on app.channel_setting to attune_worker;
create policy worker_notes on app.channel_setting for update to attune_worker using (true);

-- Figures may contain the answer of a mail server.
alter table app.health drop constraint health_figures_check;
alter table app.health add constraint health_figures_check check (length(figures::text) <= 2000);
alter table app.health no force row level security, disable trigger user;
delete from app.health where item in ('email', 'push', 'sms', 'whatsapp');
alter table app.health force row level security, enable trigger user;

set local role attune_app_definer;

-- Whether the provider has accepted a text of the channel since the time.
create function def.has_accepted_text(of_channel text, from_at timestamptz) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.delivery d where d.channel = of_channel and d.is_accepted and d.asked_at >= from_at);
end $$;
comment on function def.has_accepted_text(text, timestamptz) is 'feature: administration';
grant execute on function def.has_accepted_text(text, timestamptz) to attune_worker;
