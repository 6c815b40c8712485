import type { TherapistId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import type { ClosedEndings } from '@attune/contract/features/care/record-retention/record-retention'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'

/**
 * Returns the number of listed records of each closed account, and the first and the last day on which the retention of one of them ends, for an
 * admin. Names no client.
 */
export async function listClosedEndings(tx: Tx): Promise<ClosedEndings[]> {
  const { rows } = await tx.run<ClosedEndings>(
    `select therapist_id as "therapistId", name, records, first_on::text as "firstOn", last_on::text as "lastOn"
    from def.closed_record_endings()`,
    [],
  )
  return rows
}

/** Keeps the listed records of a closed account for another year. Refuses with NOT_FOUND if none of them ends soon. */
export async function keepClosedRecords(tx: Tx, therapistId: TherapistId, now: Date): Promise<void> {
  const { rows } = await tx.run<{ kept: number }>('select def.keep_closed_records($1, $2) as kept', [
    therapistId,
    todayIn('UTC', now),
  ])
  if (!rows[0]?.kept) throw notFound()
}
