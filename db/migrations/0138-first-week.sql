-- When a therapist has hidden the list of the first steps; null while it is shown or was never needed.
alter table app.profile add column first_week_hidden_at timestamptz;
grant update (first_week_hidden_at) on app.profile to attune_app_therapist;
