-- Guardians with an account are told of the invoices that they see. A guardian with an account but without the right to invoices gets no link as a contact.

set local role attune_app_definer;

-- The guardians who see an issued invoice of the acting therapist, with the client and the addresses under which each is a contact of the record.
create function def.guardians_told_of_invoice(invoice uuid) returns table (account_id uuid, client_id uuid, emails text[])
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select g.account_id, g.client_id,
      array_agg(distinct g.email) || array_remove(array_agg(distinct lower(k.email)), null)
    from app.guardian_invoice v
      join app.guardian g on g.therapist_id = v.therapist_id and g.client_id = v.client_id
      left join app.client_contact k on k.therapist_id = g.therapist_id and k.client_id = g.client_id and k.id = g.contact_id
    where v.invoice_id = invoice and v.therapist_id = app.actor_id() and g.account_id = any (def.guardians_of_invoice(invoice))
    group by g.account_id, g.client_id order by 1;
end $$;
comment on function def.guardians_told_of_invoice(uuid) is 'feature: guardian';
grant execute on function def.guardians_told_of_invoice(uuid) to attune_app_therapist, attune_worker;

-- Whether a contact of the acting therapist is a guardian who has an account, and has no right to the client's invoices now.
create function def.is_guardian_without_invoices(contact uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select coalesce(bool_and(not exists (select from app.guardian_right r where r.account_id = g.account_id and r.therapist_id = g.therapist_id
      and r.client_id = g.client_id and r.kind = 'invoices')), false)
    from app.client_contact k join app.guardian g on g.therapist_id = k.therapist_id and g.client_id = k.client_id
    where k.id = contact and k.therapist_id = app.actor_id() and g.account_id is not null and (g.contact_id = k.id or g.email = lower(k.email)));
end $$;
comment on function def.is_guardian_without_invoices(uuid) is 'feature: guardian';
grant execute on function def.is_guardian_without_invoices(uuid) to attune_app_therapist, attune_worker;

set local role attune_owner;
