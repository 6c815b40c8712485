import { richFrom } from '@attune/contract/common/rich-text'
import { randomUUID } from 'node:crypto'
import type { TestHouse } from './house.ts'
import { canary, type Pair } from './thing-sessions.ts'

/** Inserts a shared entry with a comment, a private entry, and an entry in the trash with a comment from when it was shared. */
export async function makeEntries(app: TestHouse, pair: Pair) {
  const [entryId, privateId, binnedEntryId, entryCommentId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const [account_id, therapist_id] = [pair.client.accountId, pair.therapist.accountId]
  const at = app.clock.now()
  await app.db.asActor({ role: 'client', id: account_id }, async ({ kysely, run }) => {
    for (const [id, word] of [
      [entryId, canary(pair.name, 'entry')],
      [privateId, canary(pair.name, 'private')],
      [binnedEntryId, canary(pair.name, 'private')],
    ] as const) {
      const content = JSON.stringify(richFrom(word))
      const text = { title: word, content, excerpt: word, folded: word, tags: [word.slice(0, 30)] }
      await kysely
        .insertInto('journal_entry')
        .values({ id, account_id, ...text, mood: 3, written_at: at })
        .execute()
    }
    await run('select def.share_entry($1, $2, $3, $4)', [entryId, [therapist_id], randomUUID(), at])
    await kysely.updateTable('journal_entry').set({ binned_at: at }).where('id', '=', binnedEntryId).execute()
  })
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely, run }) => {
    const text = canary(pair.name, 'comment')
    const remark = { therapist_id, client_id: pair.recordId, text, at }
    await kysely
      .insertInto('journal_comment')
      .values([
        { ...remark, id: entryCommentId, entry_id: entryId },
        { ...remark, id: randomUUID(), entry_id: binnedEntryId },
      ])
      .execute()
    await run('select def.reply_to_entry($1, $2, $3, $4)', [randomUUID(), entryId, canary(pair.name, 'reply'), at])
  })
  return { entryId, binnedEntryId, entryCommentId }
}
