import { isInstant } from '@attune/contract/common/time/time'
import { createRefusal } from '../../policy/refusal.ts'
import { isUuid } from '../../text/uuid.ts'

/** The place of a row in a list: its instant and id, after a word for its group in a list that has groups. */
export type Cursor = { group: string; at: string; id: string }

/** Returns the cursor after a row, in base64url. */
export const cursorAfter = (at: string, id: string, group = ''): string =>
  Buffer.from(`${group && `${group} `}${at} ${id}`).toString('base64url')

/** Parses a cursor of `cursorAfter`. `groups` are the words for the groups of the list. Refuses with BAD_REQUEST for any other text. */
export function parseCursor(cursor: string, groups: readonly string[] = ['']): Cursor {
  const parts = Buffer.from(cursor, 'base64url').toString().split(' ')
  const [group = '', at = '', id = ''] = parts.length === 2 ? ['', ...parts] : parts
  const isWhole = parts.length <= 3 && groups.includes(group) && at.length >= 20 && at.length <= 30
  if (!isWhole || !isInstant(at) || !isUuid(id)) throw createRefusal('BAD_REQUEST', 400)
  return { group, at, id }
}
