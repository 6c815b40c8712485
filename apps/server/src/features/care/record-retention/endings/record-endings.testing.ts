import type { ClientId } from '@attune/contract/common/ids'
import { shiftDay } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { settleRecordEndings } from './settle.ts'

/** A record without a connection, and the last day of its retention. */
export type EndingRecord = { clientId: ClientId; keptUntil: string }

/** Returns the functions with which a test lists records, moves the month on the list and runs the job on a day. */
export function endingTools(app: TestApp) {
  const keptUntil = async (therapist: Person, clientId: ClientId) =>
    (await therapist.api.recordRetention.ofClient({ clientId })).keptUntil
  const asWorker = (therapist: Person, text: string, values: unknown[]) =>
    app.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) => tx.run(text, values))
  return {
    async addRecord(therapist: Person, lastName = 'Moreau'): Promise<EndingRecord> {
      const clientId = randomUUID()
      await therapist.api.client.add({ ...minimalClient, lastName, id: clientId, invite: false })
      return { clientId, keptUntil: await keptUntil(therapist, clientId) }
    },
    keptUntil,
    /** Runs the job of a therapist at noon of a day. The database still uses the real time. */
    settleOn: (therapist: Person, day: string, db: TestApp['db'] = app.db) =>
      settleRecordEndings(
        { db, clock: { now: () => new Date(`${day}T12:00:00Z`) } },
        { therapistId: therapist.accountId },
      ),
    /**
     * Sets the times at which entries were listed, and at which admins were notified of them, to `days` days before the current time of the database.
     */
    listedBefore: async (therapist: Person, days: number) => {
      await asWorker(
        therapist,
        `update app.record_ending set listed_at = now() - $1 * interval '1 day',
          told_at = case when told_at is not null then now() - $1 * interval '1 day' end where therapist_id = $2`,
        [days, therapist.accountId],
      )
    },
    listOf: async ({ api }: Person) =>
      (await api.recordRetention.endings({})).items.map(({ clientId, state }) => ({ clientId, state })),
    /** Whether a record still exists. */
    exists: async ({ clientId }: EndingRecord) =>
      (await queryAsRole('backup', app.databaseUrl, `select from app.client where id = '${clientId}'`)).length === 1,
    auditOf: async ({ clientId }: EndingRecord) =>
      (
        await queryAsRole<{ action: string }>(
          'backup',
          app.databaseUrl,
          `select action from app.audit where thing_id = '${clientId}' and action in ('confirm', 'undo-confirm', 'erase') order by id`,
        )
      ).map(({ action }) => action),
    notices: async ({ api }: Person) =>
      (await api.notification.list({})).items
        .filter(({ kind }) => kind.startsWith('records-') || kind === 'closed-records-ending')
        .map(({ kind, message }) => ({ kind, message }))
        .toReversed(),
  }
}

/** Returns the day a number of days after the end of a record. */
export const daysAfterEnd = ({ keptUntil }: EndingRecord, days: number) => shiftDay(keptUntil, days)
