-- Moves two tables to the feature that writes and reads most of their rows. `session` changes a change request whenever its session moves,
-- ends or comes back; `change-request` is the feature of the calls. `administration` lists and closes feedback; `product` receives it.
do $$
declare
  owned record;
begin
  for owned in select t.name::regclass as relation, t.feature from (values
    ('app.change_request', 'session'),
    ('app.feedback', 'administration')
  ) t (name, feature) loop
    execute format('comment on table %s is %L', owned.relation,
      regexp_replace(obj_description(owned.relation, 'pg_class'), '; feature: [a-z-]+$', '; feature: ' || owned.feature));
  end loop;
end $$;
