-- The list of conversations shows what failed, and the totals count the texts that came.

create index delivery_failed on app.delivery (therapist_id, client_id) where failed is not null;
create index message_received_text on app.message (therapist_id, created_at) where by_role = 'client' and channel <> 'app';

set local role attune_app_definer;

drop function def.text_totals(timestamptz);

-- How many text messages left in each month since `since`, as how many SMS, and how many came, over all therapists. Months are those of
-- UTC. Each message that the provider reported counts as one that came, also STOP and one from a number of no client.
create function def.text_totals(since timestamptz) returns table (month text, channel text, messages int, segments int, received int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select to_char(e.at at time zone 'UTC', 'YYYY-MM'), e.channel, sum(e.sent)::int, sum(e.segments)::int, sum(1 - e.sent)::int
    from (select d.asked_at as at, d.channel, 1 as sent, coalesce(d.segments, 1) as segments from app.delivery d
        where d.is_accepted and d.asked_at >= since
      union all select t.received_at, t.channel, 0, 0 from app.incoming_text t where t.received_at >= since) e
    group by 1, 2;
end $$;

grant execute on function def.text_totals(timestamptz) to attune_app_admin;
