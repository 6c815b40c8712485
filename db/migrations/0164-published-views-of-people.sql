-- Publishes what other features read of an account and of a client record. Each view names few columns of one table, so that the owner can
-- change the others. The caller's own policies apply (security_invoker). The planner merges such a view into the query around it.
create view app.person with (security_invoker = true) as
  select account_id, first_name, last_name, trim(first_name || ' ' || last_name) as name, avatar_url, language, zone, disabled_at
  from app.profile;
comment on view app.person is 'a person for a viewer: name, picture, language and zone; feature: profile';
grant select on app.person to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker;

create view app.client_name with (security_invoker = true) as
  select id, therapist_id, account_id, first_name, last_name, trim(first_name || ' ' || last_name) as name, disconnected_at
  from app.client;
comment on view app.client_name is 'the name of a client record and its account, also for the client; feature: client';
grant select on app.client_name to attune_app_therapist, attune_app_client, attune_worker;

create view app.client_state with (security_invoker = true) as
  select id, therapist_id, account_id, first_name, last_name, trim(first_name || ' ' || last_name) as name, disconnected_at, status, language
  from app.client;
comment on view app.client_state is 'the name, status and language of a client record for its therapist; feature: client';
grant select on app.client_state to attune_app_therapist, attune_worker;

create view app.client_label with (security_invoker = true) as
  select id, therapist_id, first_name, last_name, trim(first_name || ' ' || last_name) as name, code
  from app.client;
comment on view app.client_label is 'the words by which a therapist names a client in calendars and on invoices; feature: client';
grant select on app.client_label to attune_app_therapist;

create view app.contact_email with (security_invoker = true) as
  select id, therapist_id, client_id, email, is_guardian
  from app.client_contact;
comment on view app.contact_email is 'where a contact of a client gets emails, and whether it is a guardian; feature: client';
grant select on app.contact_email to attune_app_therapist, attune_worker;

create view app.therapist_credentials with (security_invoker = true) as
  select account_id, credentials
  from app.therapist_profile;
comment on view app.therapist_credentials is 'the credentials that documents print after the name of a therapist; feature: account';
grant select on app.therapist_credentials to attune_app_therapist, attune_app_client;
