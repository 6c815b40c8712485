-- What a move of many sessions of a series was before, so that it can be taken back whole for a moment: ids, times, states and answers.
alter table app.series add column undo jsonb;
comment on column app.series.undo is 'how the sessions stood before the last act upon them, where that was a move; of no use after a minute';
grant update (undo) on app.series to attune_app_therapist;
-- The series that such an act has split off goes again with it.
grant delete on app.series to attune_app_therapist;
