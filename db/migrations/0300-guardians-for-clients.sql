-- A client sees who acts for them and with which rights, but not the guardian's address.

grant select (id, therapist_id, client_id, name, relationship, rights, accepted_at, paused_at, ended_at) on app.guardian to attune_app_client;
create policy client_sees on app.guardian for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
