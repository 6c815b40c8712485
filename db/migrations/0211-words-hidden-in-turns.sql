-- The names, addresses and numbers that were hidden in a question and its answer, each with its kind. A follow-up sends the question and the answer
-- again and hides these words also after the record that named them has changed or is gone. Turns from before this migration have none.
alter table app.assistant_turn add column hidden jsonb not null default '[]' check (jsonb_typeof(hidden) = 'array');
grant update (hidden) on app.assistant_turn to attune_app_therapist;
