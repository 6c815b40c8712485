import { queryAsRole } from './database.ts'

/**
 * Returns the different kinds of entries in the audit log for one resource opened by one reader, such as 'client open invoice once'. 'repeated'
 * instead of 'once' means that there is more than one row within a quarter of an hour.
 */
export async function openingsInAudit(
  { databaseUrl }: { databaseUrl: string },
  { actorId, thingId }: { actorId: string; thingId: string },
): Promise<string[]> {
  const rows = await queryAsRole<{ what: string }>(
    'backup',
    databaseUrl,
    `select distinct actor_role || ' ' || action || ' ' || thing || case when count(*) = 1 then ' once' else ' repeated' end as what
     from app.audit where action = 'open' and actor_id = '${actorId}' and thing_id = '${thingId}'
     group by actor_role, action, thing, date_bin('15 minutes', at, timestamptz 'epoch') order by what`,
  )
  return rows.map(({ what }) => what)
}
