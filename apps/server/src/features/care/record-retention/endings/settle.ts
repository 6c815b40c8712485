import type { TherapistId } from '@attune/contract/common/ids'
import { monthAfter, todayIn } from '@attune/contract/common/time/time'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { isOwnAccountClosed, readZone } from '../../../people/profile/profile.ts'
import { checkNextEnding } from './check.ts'
import { saveSettledDay } from './counts.ts'
import { listNewEndings } from './list-new.ts'
import { notifyOfEndings } from './notify.ts'

/** The highest number of entries that one run checks, and of records that it erases. The next run continues. */
const maxChecked = 100

/** The day on which the list of a therapist is settled, in the therapist's zone. */
export type SettledDay = { now: Date; today: string; inAMonth: string; isClosed: boolean }

export type EndingContext = Pick<AppContext, 'db' | 'clock'>

/**
 * Runs a job of the queue `record-ending`: lists the records of a therapist whose retention ends within a month, checks each entry of the list once a
 * day, erases the confirmed records whose end has passed, and notifies the therapist, or the admins of a closed account. Each entry has its own
 * transaction, so that the next run continues after the last entry of a run that was killed. Two runs at the same time check different entries. The
 * day of the list is stored at the end.
 */
export async function settleRecordEndings(
  context: EndingContext,
  { therapistId }: { therapistId: TherapistId },
): Promise<void> {
  const asTherapist = <Result>(work: (tx: Tx, day: SettledDay) => Promise<Result>) =>
    context.db.asActor({ role: 'worker', id: therapistId }, async (tx) =>
      work(tx, await readDay(tx, context.clock.now())),
    )
  let hasMore = true
  while (hasMore) hasMore = await asTherapist(listNewEndings)
  for (let checked = 0; checked < maxChecked; checked++) if (await asTherapist(checkOrFinish)) return
  await asTherapist((tx) => enqueue(tx, { name: 'record-ending', data: { therapistId } }))
}

/**
 * Checks one entry and returns false. If all entries are checked, notifies of the outcomes, records that the list is settled for the day, and returns
 * true.
 */
async function checkOrFinish(tx: Tx, day: SettledDay): Promise<boolean> {
  if (await checkNextEnding(tx, day)) return false
  await notifyOfEndings(tx, day)
  await saveSettledDay(tx, day.today)
  return true
}

async function readDay(tx: Tx, now: Date): Promise<SettledDay> {
  const [zone, isClosed] = await Promise.all([readZone(tx), isOwnAccountClosed(tx)])
  const today = todayIn(zone, now)
  return { now, today, inAMonth: monthAfter(today), isClosed }
}
