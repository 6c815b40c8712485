-- A client sees until when a text message for them waits.
grant select (created_at, due_at) on app.delivery to attune_app_client;
