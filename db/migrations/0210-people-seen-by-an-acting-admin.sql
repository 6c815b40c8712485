-- The role of admins read the profiles of therapists, the role requests and the feedback without an actor. Now the actor must be the account of an
-- admin, as for the settings that all admins share.

alter policy admin_sees on app.therapist_profile
  using (exists (select from app.profile p where p.account_id = (select app.actor_id()) and p.role = 'admin'));
alter policy admin_sees on app.role_request
  using (exists (select from app.profile p where p.account_id = (select app.actor_id()) and p.role = 'admin'));
alter policy admin_sees on app.feedback
  using (exists (select from app.profile p where p.account_id = (select app.actor_id()) and p.role = 'admin'));
alter policy admin_marks on app.feedback
  using (exists (select from app.profile p where p.account_id = (select app.actor_id()) and p.role = 'admin'));
