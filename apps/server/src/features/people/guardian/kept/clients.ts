import type { ClientId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import { isMinorOn } from '@attune/contract/features/care/form/form.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

type Row = {
  clientId: ClientId
  firstName: string
  birthDate: string | null
  majorityAge: number
  hasGuardian: boolean
  zone: string
}

/** Returns the acting therapist's clients among `ids` who are minors today, or who have a guardian whose invitation or access has not ended. */
export async function selectGuarded(
  tx: Tx,
  ids: readonly ClientId[],
  now: Date,
): Promise<{ clientId: ClientId; firstName: string }[]> {
  const { rows } = await sql<Row>`
    select c.id as "clientId", n.first_name as "firstName", c.date_of_birth::text as "birthDate", def.majority_age() as "majorityAge", coalesce(p.zone, 'UTC') as zone,
      exists (select from app.guardian g where g.therapist_id = c.therapist_id and g.client_id = c.id and g.ended_at is null) as "hasGuardian"
    from app.client_birth c join app.client_name n on n.id = c.id left join app.person p on p.account_id = c.therapist_id
    where c.therapist_id = ${tx.actor.id} and c.id = any (${ids}::uuid[]) order by n.first_name, c.id`.execute(
    tx.kysely,
  )
  return rows
    .filter(({ hasGuardian, birthDate, majorityAge, zone }) => {
      return hasGuardian || isMinorOn(birthDate, todayIn(zone, now), majorityAge)
    })
    .map(({ clientId, firstName }) => ({ clientId, firstName }))
}
