-- The email to a member who was removed from a group finds the sessions of the command by the client of the event.
grant select (client_id) on app.session_history to attune_worker;
