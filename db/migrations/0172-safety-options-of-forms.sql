-- An option of a form can indicate a danger (`safetyOptions` of its field). The therapist has to review a form in which such an option was chosen.

alter table app.sent_form
  -- Whether an answer indicates a danger, and when the therapist reviewed it.
  add column flagged boolean not null default false,
  add column acknowledged_at timestamptz,
  add check (acknowledged_at is null or flagged);
create index sent_form_flagged on app.sent_form (therapist_id, signed_at desc) where flagged and acknowledged_at is null;
grant update (flagged) on app.sent_form to attune_app_client;
grant update (acknowledged_at) on app.sent_form to attune_app_therapist;

-- Forms that began with our intake form, and open copies of them, get the mark that new ones have. The text that is confirmed and signed stays.
create function app.with_safety_options(content jsonb) returns jsonb language sql immutable as $$
  select jsonb_set(content, '{fields}', coalesce((
    select jsonb_agg(case when marked.options is null then field.value else field.value || jsonb_build_object('safetyOptions', marked.options) end
      order by field.number)
    from jsonb_array_elements(content -> 'fields') with ordinality field (value, number)
      cross join lateral (select jsonb_agg(o.option) as options from jsonb_array_elements(field.value -> 'options') o (option)
        where o.option #>> '{}' in ('Thoughts of harming myself', 'Gedanken, mir etwas anzutun', 'Idées de me faire du mal', 'Pensamientos de hacerme daño')
      ) marked), '[]'))
$$;
alter table app.form no force row level security, disable trigger user;
alter table app.sent_form no force row level security, disable trigger user;
update app.form f set content = app.with_safety_options(f.content), confirmed_content = app.with_safety_options(f.confirmed_content)
  where f.template = 'intake';
update app.sent_form s set frozen = app.with_safety_options(s.frozen)
  from app.form f where f.therapist_id = s.therapist_id and f.id = s.form_id and f.template = 'intake' and s.signed_at is null and s.cancelled_at is null;
alter table app.form force row level security, enable trigger user;
alter table app.sent_form force row level security, enable trigger user;
drop function app.with_safety_options(jsonb);

set local role attune_app_definer;

-- A signed form stays as it was signed.
create or replace function def.signed_form_stays() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.signed_at is not null and (new.signed_at, new.form_version, new.frozen, new.text_sha256, new.cancelled_at, new.flagged)
      is distinct from (old.signed_at, old.form_version, old.frozen, old.text_sha256, old.cancelled_at, old.flagged)
    or old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at
    or old.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at then
    raise exception using errcode = 'AT002', message = 'a signed form cannot be changed';
  end if;
  return new;
end $$;
