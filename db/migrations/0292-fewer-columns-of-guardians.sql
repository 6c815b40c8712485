drop view app.guardian_label;
create view app.guardian_label with (security_invoker = true) as
  select id, therapist_id, client_id, account_id, name, rights, paused_at, ended_at from app.guardian;
comment on view app.guardian_label is 'name and rights of a guardian, for the therapist; feature: guardian';
grant select on app.guardian_label to attune_app_therapist;
