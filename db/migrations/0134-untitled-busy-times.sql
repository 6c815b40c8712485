-- A busy time needs no title. The calendar then says 'Busy' in the language of its reader.
alter table app.event drop constraint event_title_check;
alter table app.event alter column title set default '';
alter table app.event add constraint event_title_check check (length(title) <= 200);
