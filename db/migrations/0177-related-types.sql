-- A notification can be about a profile or a message too, and its type may be written as one row or as the table. The types that others have
-- added stay.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(m[1]), ', ') into known
    from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([a-z-]+)''', 'g') m
    where k.conname = 'notification_related_type_check' and k.conrelid = 'app.notification'::regclass;
  alter table app.notification drop constraint notification_related_type_check;
  execute format('alter table app.notification add constraint notification_related_type_check
    check (related_type in (%s, ''profile'', ''profiles'', ''message'', ''messages'', ''conversations''))', known);
end $$;
