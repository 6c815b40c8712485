import type { AccountId } from '@attune/contract/common/ids'
import type { FeedMode } from '@attune/contract/features/schedule/calendar/calendar'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { isSealOf, sealOf } from '../../../../platform/secrets/seal.ts'

type Row = { feedId: string; mode: FeedMode; createdAt: string; fetchedAt: string | null }

/** Returns the text whose signature is the secret part of a feed's address. */
const sealedText = (accountId: AccountId, feedId: string) => `feed ${accountId} ${feedId}`

/** Returns whether `secret` is the secret part of the feed's address. Compares in constant time. */
export function isFeedSecret(
  app: Pick<AppContext, 'secrets'>,
  accountId: AccountId,
  feedId: string,
  secret: string,
): boolean {
  return isSealOf(app, sealedText(accountId, feedId), secret)
}

const findFeedRow = (tx: Tx): Promise<Row | undefined> =>
  tx.kysely
    .selectFrom('calendar_feed')
    .select(['feed_id as feedId', 'mode', 'created_at as createdAt', 'fetched_at as fetchedAt'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst() as Promise<Row | undefined>

const toFeed = (app: Pick<AppContext, 'clock' | 'secrets' | 'site'>, tx: Tx, { feedId, ...row }: Row) => {
  const account = tx.actor.id
  return { address: `${app.site.origin()}/calendar/${account}/${sealOf(app, sealedText(account, feedId))}.ics`, ...row }
}

/** Returns the actor's feed, or null if there is none. */
export async function findOwnFeed(app: Pick<AppContext, 'clock' | 'secrets' | 'site'>, tx: Tx) {
  const row = await findFeedRow(tx)
  return row ? toFeed(app, tx, row) : null
}

/** Creates the actor's feed. If the feed exists, changes its mode and keeps its address. */
export async function setFeed(app: Pick<AppContext, 'clock' | 'secrets' | 'site'>, tx: Tx, mode: FeedMode) {
  await tx.kysely
    .insertInto('calendar_feed')
    .values({ account_id: tx.actor.id, feed_id: randomUUID(), mode })
    .onConflict((on) => on.column('account_id').doUpdateSet({ mode }))
    .execute()
  return readExistingFeed(app, tx)
}

/**
 * Gives the actor's feed a new address. The old address becomes invalid immediately. Refuses with NO_FEED if the actor
 * has no feed.
 */
export async function rotateFeed(app: Pick<AppContext, 'clock' | 'secrets' | 'site'>, tx: Tx, now: Date) {
  await tx.kysely
    .updateTable('calendar_feed')
    .set({ feed_id: randomUUID(), created_at: now, fetched_at: null })
    .where('account_id', '=', tx.actor.id)
    .execute()
  return readExistingFeed(app, tx)
}

export const removeFeed = (tx: Tx) =>
  tx.kysely.deleteFrom('calendar_feed').where('account_id', '=', tx.actor.id).execute()

async function readExistingFeed(app: Pick<AppContext, 'clock' | 'secrets' | 'site'>, tx: Tx) {
  const row = await findFeedRow(tx)
  if (!row) throw createRefusal('NO_FEED', 409)
  return toFeed(app, tx, row)
}
