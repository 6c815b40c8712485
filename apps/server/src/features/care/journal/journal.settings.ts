import type { Tx } from '../../../platform/database/actor.ts'

/** Returns whether the acting client sees prompts. Prompts are on by default. */
export async function readJournalSettings(tx: Tx): Promise<{ prompts: boolean }> {
  const setting = await tx.kysely
    .selectFrom('journal_setting')
    .select('prompts')
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return { prompts: setting?.prompts ?? true }
}

export async function saveJournalSettings(tx: Tx, prompts: boolean, now: Date): Promise<{ prompts: boolean }> {
  await tx.kysely
    .insertInto('journal_setting')
    .values({ account_id: tx.actor.id, prompts })
    .onConflict((on) => on.column('account_id').doUpdateSet({ prompts, updated_at: now }))
    .execute()
  return { prompts }
}
