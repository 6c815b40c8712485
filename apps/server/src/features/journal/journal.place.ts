import { isMoment } from '@attune/contract/common/time'
import { refuse } from '../../platform/policy/refusal.ts'

/** Where a page ended: the moment and the id of its last row. */
export const cursorOf = (at: string, id: string): string => Buffer.from(`${at} ${id}`).toString('base64url')

/** What a cursor says; anything else than one of ours is refused. */
export function placeOf(cursor: string): { at: string; id: string } {
  const parts = /^(\S{20,30}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  )
  const [, at = '', id = ''] = parts ?? []
  if (!isMoment(at)) throw refuse('BAD_REQUEST', 400)
  return { at, id }
}
