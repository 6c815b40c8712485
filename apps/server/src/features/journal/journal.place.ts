import { isMoment } from '@attune/contract/common/time'
import { refuse } from '../../platform/policy/refusal.ts'

/** The cursor after a row: its instant and id. */
export const cursorOf = (at: string, id: string): string => Buffer.from(`${at} ${id}`).toString('base64url')

/** Parses a cursor. Refuses anything else as BAD_REQUEST. */
export function placeOf(cursor: string): { at: string; id: string } {
  const parts = /^(\S{20,30}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  )
  const [, at = '', id = ''] = parts ?? []
  if (!isMoment(at)) throw refuse('BAD_REQUEST', 400)
  return { at, id }
}
