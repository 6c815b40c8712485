import { isInstant } from '@attune/contract/common/time/time'
import { createRefusal } from '../../policy/refusal.ts'
import { isUuid } from '../../text/uuid.ts'

/** The position of a row in a list. */
export type Cursor = {
  /** The name of the row's group; empty if the list has no groups. */
  group: string
  /** The instant by which the list is sorted. */
  at: string
  /** The id of the row. */
  id: string
}

/** Returns the cursor of the position after a row, in base64url. */
export const cursorAfter = (at: string, id: string, group = ''): string =>
  Buffer.from(`${group && `${group} `}${at} ${id}`).toString('base64url')

/** Parses a cursor that `cursorAfter` returned. `groups` lists the groups of the list. Refuses any other text with BAD_REQUEST. */
export function parseCursor(cursor: string, groups: readonly string[] = ['']): Cursor {
  const parts = Buffer.from(cursor, 'base64url').toString().split(' ')
  const [group = '', at = '', id = ''] = parts.length === 2 ? ['', ...parts] : parts
  const isWhole = parts.length <= 3 && groups.includes(group) && at.length >= 20 && at.length <= 30
  if (!isWhole || !isInstant(at) || !isUuid(id)) throw createRefusal('BAD_REQUEST', 400)
  return { group, at, id }
}
