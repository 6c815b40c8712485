-- Two records that look alike and are of different people: said once, not asked again. A family shares names and addresses.

create table app.client_apart (
  therapist_id uuid not null,
  one_id uuid not null,
  other_id uuid not null,
  primary key (therapist_id, one_id, other_id),
  check (one_id < other_id),
  foreign key (therapist_id, one_id) references app.client (therapist_id, id) on delete cascade,
  foreign key (therapist_id, other_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.client_apart is 'owner: therapist';
create index client_apart_other on app.client_apart (therapist_id, other_id);

grant select, insert (therapist_id, one_id, other_id) on app.client_apart to attune_app_therapist;
create policy therapist_keeps on app.client_apart for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
grant select on app.client_apart to attune_app_backup;
create policy backup_reads on app.client_apart for select to attune_app_backup using (true);
alter table app.client_apart enable row level security, force row level security;
