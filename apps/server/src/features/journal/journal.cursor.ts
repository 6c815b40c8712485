import { isInstant } from '@attune/contract/common/time'
import { createRefusal } from '../../platform/policy/refusal.ts'

/** Returns the cursor after a row: the instant and id of the row in base64url. */
export const journalCursor = (at: string, id: string): string => Buffer.from(`${at} ${id}`).toString('base64url')

/** Parses a cursor of `journalCursor`. Refuses with BAD_REQUEST for any other text. */
export function parseJournalCursor(cursor: string): { at: string; id: string } {
  const parts = /^(\S{20,30}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  )
  const [, at = '', id = ''] = parts ?? []
  if (!isInstant(at)) throw createRefusal('BAD_REQUEST', 400)
  return { at, id }
}
