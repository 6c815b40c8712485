-- What was append-only stays so until its record is erased, and only functions of the definer may delete it then.
drop trigger text_consent_append_only on app.text_consent;
drop trigger assistant_consent_append_only on app.assistant_consent;
do $$
declare
  name text;
begin
  foreach name in array array['estimate', 'estimate_document', 'treatment_plan_version', 'treatment_plan_detail', 'treatment_plan_signature',
      'treatment_plan_client_signature'] loop
    execute format('drop trigger append_only on app.%I', name);
  end loop;
  foreach name in array array['text_consent', 'assistant_consent', 'estimate', 'estimate_document', 'treatment_plan_version', 'treatment_plan_detail',
      'treatment_plan_signature', 'treatment_plan_client_signature'] loop
    execute format('create trigger append_only before update or truncate on app.%I for each statement execute function app.refuse_change()', name);
    execute format('create trigger kept_from_others before delete on app.%I for each statement when (current_user <> ''attune_app_definer'')
      execute function app.refuse_change()', name);
    execute format('create trigger kept before delete on app.%I for each row execute function def.keep_until_record_erased()', name);
  end loop;
end $$;
