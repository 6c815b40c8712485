import { richFrom } from '@attune/contract/common/rich-text'
import type { Written } from '@attune/contract/features/journal'
import { randomUUID } from 'node:crypto'
import type { Person } from './people.ts'

/** The input of a new entry. */
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

/** Saves an entry, shares it and returns its id. */
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
