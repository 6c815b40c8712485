-- The note about a client is saved with its formatting and its version only: a form of the record no longer changes its text.
drop trigger client_note_counted on app.client_note;
set local role attune_app_definer;
drop function def.count_client_note();
set local role attune_owner;
