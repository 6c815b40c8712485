import type { AccountId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../../platform/app-context.ts'
import { downloadAddress } from '../../../../platform/http/download-address.ts'
import { isPdfBusy } from '../../../../platform/pdf/entries-pdf.ts'
import { createRefusal, tooManyCalls } from '../../../../platform/policy/refusal.ts'

export const journalExportPath = '/api/journal/export'
export type JournalExportOrder = { as: 'pdf' | 'markdown' }

const anHour = { count: 20, seconds: 60 * 60 }

/**
 * Starts an export and returns the address of its download. Refuses with BUSY if the person or too many other people
 * are getting a PDF, and with TOO_MANY after twenty exports in an hour. The call checks this before the download,
 * because a page cannot show a refusal of the download.
 */
export async function startJournalExport(
  app: Pick<AppContext, 'auth' | 'secrets' | 'clock'>,
  { accountId, order }: { accountId: AccountId; order: JournalExportOrder },
) {
  if (order.as === 'pdf' && isPdfBusy(accountId)) throw createRefusal('BUSY', 409)
  const hit = await app.auth.rateLimit.hit('journal-export', accountId, anHour)
  if (!hit.allowed) throw tooManyCalls(hit.retryAfterSeconds)
  return downloadAddress(app, journalExportPath, { accountId, order })
}
