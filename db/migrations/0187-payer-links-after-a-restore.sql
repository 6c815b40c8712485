-- After a restore no link that was sent still opens anything. Of the links of payers, the rows say so.

grant select (withdrawn_at, expires_at), update (withdrawn_at) on app.invoice_link to attune_app_definer;
create policy definer_withdraws on app.invoice_link for update to attune_app_definer using (true);

set local role attune_app_definer;

-- Withdraws the links of payers that still open an invoice. The first start after a restore calls it.
create function def.withdraw_payer_links(moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update app.invoice_link l set withdrawn_at = moment where l.withdrawn_at is null and l.expires_at > moment;
end $$;
comment on function def.withdraw_payer_links(timestamptz) is 'feature: invoice';
revoke all on function def.withdraw_payer_links(timestamptz) from public;
