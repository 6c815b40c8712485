import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const journalFixtures = [
  /** A shared journal entry, a journal entry in the trash, and a therapist's comment on the shared entry. */
  fixture(['entryId', 'trashedEntryId', 'entryCommentId'], createJournalEntries),
]

type Ids = [string, string, string, string, string]

/**
 * Inserts a shared entry with a comment, a shared entry whose author has written private words since it was published, a
 * private entry, and an entry in the trash. The entry in the trash has a comment that was added while the entry was
 * shared.
 */
async function createJournalEntries({ app, pair }: FixtureOrder) {
  const [entryId, changedId, privateId, trashedEntryId, entryCommentId] = Array.from({ length: 5 }, () =>
    randomUUID(),
  ) as Ids
  const [account_id, therapist_id] = [pair.client.accountId, pair.therapist.accountId]
  const at = app.clock.now()
  await app.db.asActor({ role: 'client', id: account_id }, async ({ kysely, run }) => {
    for (const [id, word] of [
      [entryId, canary(pair.name, 'entry')],
      [changedId, canary(pair.name, 'entry')],
      [privateId, canary(pair.name, 'private')],
      [trashedEntryId, canary(pair.name, 'private')],
    ] as const) {
      const content = JSON.stringify(richTextFromPlain(word))
      const text = { title: word, content, excerpt: word, folded: word, tags: [word.slice(0, 30)] }
      await kysely
        .insertInto('journal_entry')
        .values({ id, account_id, ...text, mood: 3, written_at: at })
        .execute()
    }
    for (const shared of [entryId, changedId])
      await run('select def.share_entry($1, $2, $3, $4)', [shared, [therapist_id], randomUUID(), at])
    const word = canary(pair.name, 'private')
    const content = JSON.stringify(richTextFromPlain(word))
    const unpublished = { title: word, content, excerpt: word, folded: word, tags: [word.slice(0, 30)], version: 2 }
    await kysely.updateTable('journal_entry').set(unpublished).where('id', '=', changedId).execute()
    await kysely.updateTable('journal_entry').set({ trashed_at: at }).where('id', '=', trashedEntryId).execute()
  })
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely, run }) => {
    const text = canary(pair.name, 'comment')
    const remark = { therapist_id, client_id: pair.recordId, text, at }
    await kysely
      .insertInto('journal_comment')
      .values([
        { ...remark, id: entryCommentId, entry_id: entryId },
        { ...remark, id: randomUUID(), entry_id: trashedEntryId },
      ])
      .execute()
    await run('select def.reply_to_entry($1, $2, $3, $4)', [randomUUID(), entryId, canary(pair.name, 'reply'), at])
  })
  return { entryId, trashedEntryId, entryCommentId }
}
