-- A note that was drafted with assistance keeps the text that the assistant wrote, its model, and when the therapist accepted it.

alter table app.session_note
  add column assisted_text text check (length(assisted_text) <= 4194304),
  add column assisted_model text check (length(assisted_model) <= 200),
  add column assisted_at timestamptz,
  add column assisted_command uuid,
  add check (num_nulls(assisted_text, assisted_model, assisted_at, assisted_command) in (0, 4));
grant update (assisted_text, assisted_model, assisted_at, assisted_command) on app.session_note to attune_app_therapist;
