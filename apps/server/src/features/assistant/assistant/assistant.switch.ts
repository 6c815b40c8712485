import type { AccountId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import type { AssistantSettings } from '../assistant-setup/assistant-setup.ts'

/** Returns the time at which the acting therapist switched the assistant on under these terms; null otherwise. */
export async function findSwitchedOnAt(tx: Tx, termsVersion: number): Promise<string | null> {
  const row = await tx.kysely
    .selectFrom('assistant_switch')
    .select('at')
    .where('account_id', '=', tx.actor.id)
    .where('terms_version', '=', termsVersion)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Refuses with NOT_SWITCHED_ON unless the acting therapist has switched the assistant on for the present terms. */
export async function requireSwitchedOn(tx: Tx, { termsVersion }: AssistantSettings): Promise<void> {
  if ((await findSwitchedOnAt(tx, termsVersion)) === null) throw createRefusal('NOT_SWITCHED_ON', 409)
}

/**
 * Switches the assistant on for the acting therapist. Refuses with TERMS_CHANGED if the current terms are not those that the therapist has read, or
 * if the practice has no assistant.
 */
export async function switchOn(
  tx: Tx,
  termsVersion: number,
  settings: AssistantSettings | null,
  now: Date,
): Promise<void> {
  if (settings?.termsVersion !== termsVersion) throw createRefusal('TERMS_CHANGED', 409)
  await tx.kysely
    .insertInto('assistant_switch')
    .values({ account_id: tx.actor.id, terms_version: termsVersion, at: now })
    .onConflict((on) =>
      on
        .column('account_id')
        .doUpdateSet({ terms_version: termsVersion, at: now })
        .where('assistant_switch.terms_version', '<>', termsVersion),
    )
    .execute()
}

/** Switches the assistant off for the acting therapist. */
export async function switchOff(tx: Tx): Promise<void> {
  await tx.kysely.deleteFrom('assistant_switch').where('account_id', '=', tx.actor.id).execute()
}

const today = (now: Date, actorId: AccountId | null) =>
  sql`(${now}::timestamptz at time zone coalesce((select p.zone from app.person p where p.account_id = ${actorId}), 'UTC'))::date`

/** Returns the number of words that the acting therapist has sent and received today, in the therapist's zone. */
export async function countWordsToday(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ words: number }>`
    select d.words from app.assistant_day d where d.account_id = ${tx.actor.id} and d.day = ${today(now, tx.actor.id)}`.execute(
    tx.kysely,
  )
  return rows[0]?.words ?? 0
}

/**
 * Adds words to today's count. Refuses with DAILY_LIMIT if `limit` is given and would be exceeded. Parallel requests are counted one after the
 * other.
 */
export async function countWords(tx: Tx, words: number, now: Date, limit = Number.POSITIVE_INFINITY): Promise<void> {
  const { rows } = await sql<{ words: number }>`
    insert into app.assistant_day as d (account_id, day, words) values (${tx.actor.id}, ${today(now, tx.actor.id)}, ${words})
    on conflict (account_id, day) do update set words = d.words + excluded.words returning d.words`.execute(tx.kysely)
  if ((rows[0]?.words ?? 0) > limit) throw createRefusal('DAILY_LIMIT', 409)
}
