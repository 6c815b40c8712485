import { richFrom } from '@attune/contract/common/rich-text'
import type { Written } from '@attune/contract/features/journal'
import { randomUUID } from 'node:crypto'
import type { Person } from './people.ts'

/** An entry as a browser sends it for the first time. */
export const newEntry = (text = 'A quiet day.', more: Partial<Written> = {}): Written => ({
  id: randomUUID(),
  version: 0,
  title: '',
  content: richFrom(text),
  mood: null,
  tags: [],
  writtenAt: '2026-11-20T10:00:00.000Z',
  files: [],
  ...more,
})

/** Writes an entry and shares it; its id. */
export async function shareEntry(
  client: Person,
  therapist: Person,
  text?: string,
  more: Partial<Written> = {},
): Promise<string> {
  const { id } = await client.api.journal.save(newEntry(text, more))
  await client.api.journal.share({ id, therapistIds: [therapist.accountId], command: randomUUID() })
  return id
}
