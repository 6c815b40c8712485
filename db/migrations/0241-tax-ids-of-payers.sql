-- The tax id of a payer (VAT id, UID, NIF), and the type of an organization, on which invoicing laws depend. Payers saved before have neither.
alter table app.payer add column tax_id text not null default '' check (length(tax_id) <= 40),
  add column organization_type text check (organization_type in ('company', 'insurer', 'authority')),
  add check (organization_type is null or kind = 'organization');
grant insert (tax_id, organization_type), update (tax_id, organization_type) on app.payer to attune_app_therapist;
