import { queryAsRole } from './database.ts'

/**
 * Returns the openings of one resource by one reader in the audit log, such as ‘client open invoice once’. ‘repeated’ instead of ‘once’ means that
 * a quarter of an hour has more than one row.
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
