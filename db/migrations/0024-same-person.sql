-- Two records of one person that both have content are not merged; they bear a mark that leads from one to the other.

alter table app.client add column same_as uuid check (same_as <> id);
create index client_same_as on app.client (therapist_id, same_as);
alter table app.client no force row level security;
alter table app.client add foreign key (therapist_id, same_as) references app.client (therapist_id, id) on delete set null (same_as);
alter table app.client force row level security;
grant update (same_as) on app.client to attune_app_therapist;
