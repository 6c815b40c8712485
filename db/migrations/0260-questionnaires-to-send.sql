set local role attune_app_definer;

-- Returns the released versions of the acting therapist's questionnaires that are not deleted, by title.
create function def.measures_to_send() returns table (id uuid, title text, language text, source jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select m.id, v.content ->> 'title', v.content ->> 'language', v.content -> 'source'
    from app.measure m cross join lateral (
      select r.content from app.measure_version r where r.therapist_id = m.therapist_id and r.measure_id = m.id order by r.version desc limit 1) v
    where m.therapist_id = app.actor_id() and m.removed_at is null order by lower(v.content ->> 'title'), m.id;
end $$;
comment on function def.measures_to_send() is 'feature: measure';
grant execute on function def.measures_to_send() to attune_app_therapist;

reset role;
