-- The settings of the DATEV export: the numbers of the tax adviser, and accounts and tax keys that replace the proposals of the chart.

create table app.datev_setting (
  therapist_id uuid primary key references app.calendar (therapist_id),
  consultant text not null default '' check (consultant ~ '^([1-9][0-9]{3,6})?$'),
  client text not null default '' check (client ~ '^([1-9][0-9]{0,4})?$'),
  chart text not null default 'SKR03' check (chart in ('SKR03', 'SKR04', 'SKR07')),
  -- The account and the tax key of each kind of booking that differs from the proposal.
  accounts jsonb not null default '{}' check (jsonb_typeof(accounts) = 'object' and length(accounts::text) <= 8000),
  -- The basis from each year on ('accrual' or 'cash'). The first one holds for earlier years too.
  bases jsonb not null default '{}' check (jsonb_typeof(bases) = 'object' and length(bases::text) <= 4000),
  -- The last year of which a period was exported. Its basis and those of earlier years cannot change any more.
  exported_until int check (exported_until between 2000 and 2200)
);
comment on table app.datev_setting is 'owner: therapist; erasure: delete; disconnect: keep; kept: few (one row per therapist); feature: invoice';

-- Until now, exports booked invoices when they were issued. Which format was exported is not recorded.
alter table app.audit no force row level security;
alter table app.calendar no force row level security;
insert into app.datev_setting (therapist_id, bases, exported_until)
select a.actor_id, jsonb_build_object(extract(year from min(a.at))::int, 'accrual'), extract(year from max(a.at))::int
from app.audit a join app.calendar c on c.therapist_id = a.actor_id
where a.action = 'export' and a.thing = 'invoices' group by a.actor_id;
alter table app.calendar force row level security;
alter table app.audit force row level security;

grant select, insert (therapist_id, consultant, client, chart, accounts, bases, exported_until),
  update (consultant, client, chart, accounts, bases, exported_until) on app.datev_setting to attune_app_therapist;
grant select, delete on app.datev_setting to attune_app_definer;
grant select on app.datev_setting to attune_app_backup;
create policy therapist_keeps on app.datev_setting for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_deletes on app.datev_setting for all to attune_app_definer using (true);
create policy backup_reads on app.datev_setting for select to attune_app_backup using (true);
alter table app.datev_setting enable row level security, force row level security;
