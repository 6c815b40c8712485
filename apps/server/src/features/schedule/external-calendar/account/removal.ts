import type { ExternalAccountId, TherapistId } from '@attune/contract/common/ids'
import { listAccountRows } from './accounts.ts'
import { findTokenToRevoke, tryToRevoke } from './google-accounts.ts'
import type { SyncApp } from '../sync/run.ts'

/**
 * Deletes a therapist's accounts that are being disconnected and have no calendars left, and asks Google to revoke the consents of Google accounts.
 */
export async function deleteLeftAccounts(app: SyncApp, therapistId: TherapistId, requestId?: string): Promise<void> {
  const tokens = await app.db.asActor({ role: 'therapist', id: therapistId }, async (tx) => {
    const leaving = (await listAccountRows(tx)).filter(({ isLeaving }) => isLeaving)
    const ended: string[] = []
    for (const account of leaving) {
      const token = await findTokenToRevoke(tx, app, account)
      const { rows } = await tx.run<{ id: ExternalAccountId }>(
        `delete from app.external_account a where a.therapist_id = $1 and a.id = $2 and a.is_leaving
           and not exists (select from app.external_calendar c where c.therapist_id = a.therapist_id and c.account_id = a.id)
         returning a.id`,
        [therapistId, account.id],
      )
      if (rows.length > 0 && token !== null) ended.push(token)
    }
    return ended
  })
  for (const token of tokens) await tryToRevoke(app, token, requestId)
}
