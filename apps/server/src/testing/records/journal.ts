import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { randomUUID } from 'node:crypto'
import type { Person } from '../people.ts'

export const newJournalEntry = (text = 'A quiet day.', more: Partial<JournalEntryInput> = {}): JournalEntryInput => ({
  id: randomUUID(),
  version: 0,
  title: '',
  content: richTextFromPlain(text),
  mood: null,
  tags: [],
  writtenAt: '2026-11-20T10:00:00.000Z',
  files: [],
  ...more,
})

/** Saves an entry, shares it and returns its id. */
export async function createSharedEntry(
  client: Person,
  therapist: Person,
  text?: string,
  more: Partial<JournalEntryInput> = {},
): Promise<string> {
  const { id } = await client.api.journal.save(newJournalEntry(text, more))
  await client.api.journal.share({ id, therapistIds: [therapist.accountId], command: randomUUID() })
  return id
}
