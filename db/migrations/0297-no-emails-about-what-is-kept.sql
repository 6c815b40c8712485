-- Emails to guardians without an account say nothing about what is kept from guardians.

grant select (is_guardian) on app.payer to attune_app_definer;

set local role attune_app_definer;

-- Whether the acting therapist keeps an invoice from guardians.
create function def.is_invoice_kept(invoice uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.guardian_invoice v
    where v.invoice_id = invoice and v.therapist_id = app.actor_id() and v.kept_from_guardians);
end $$;
comment on function def.is_invoice_kept(uuid) is 'feature: guardian';
grant execute on function def.is_invoice_kept(uuid) to attune_app_therapist, attune_worker;

-- Withdraws the links by which guardians without an account open an invoice, when it begins to be kept from guardians.
create function def.withdraw_links_of_guardians() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.invoice_link l set withdrawn_at = now()
    from app.invoice i left join app.payer p on p.therapist_id = i.therapist_id and p.id = i.payer_id
    where i.id = new.invoice_id and l.therapist_id = i.therapist_id and l.invoice_id = i.id and l.withdrawn_at is null
      and (i.frozen -> 'buyer' ->> 'kind' = 'client' or p.is_guardian);
  return null;
end $$;
comment on function def.withdraw_links_of_guardians() is 'feature: invoice';
grant execute on function def.withdraw_links_of_guardians() to attune_owner;

set local role attune_owner;

create trigger kept after update on app.guardian_invoice for each row when (new.kept_from_guardians and not old.kept_from_guardians)
  execute function def.withdraw_links_of_guardians();
