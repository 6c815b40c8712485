import { refuse } from '../../platform/policy/refusal.ts'

/** Where a page ended: the moment and the id of its last row. */
export const cursorOf = (at: string, id: string): string => Buffer.from(`${at} ${id}`).toString('base64url')

/** What a cursor says; anything else than one of ours is refused. */
export function placeOf(cursor: string): { at: string; id: string } {
  const parts = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  )
  const [, at = '', id = ''] = parts ?? []
  if (!exists(at)) throw refuse('BAD_REQUEST', 400)
  return { at, id }
}

/** Whether there is such a moment: of a day that a month does not have JavaScript makes another one. */
function exists(at: string): boolean {
  const time = Date.parse(at)
  return at >= '1000' && !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === at.slice(0, 10)
}
