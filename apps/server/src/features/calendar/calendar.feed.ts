import type { FeedMode } from '@attune/contract/features/calendar'
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/actor.ts'
import { createRefusal } from '../../platform/policy/refusal.ts'

type Row = { feedId: string; mode: FeedMode; createdAt: string; fetchedAt: string | null }

/**
 * Derives the secret part of a feed's address. `linkKey` is not in the database, so a person who can read only the
 * database cannot derive any address.
 */
const macOf = ({ secrets }: Pick<AppContext, 'secrets'>, accountId: string, feedId: string) =>
  createHmac('sha256', secrets.linkKey).update(`feed ${accountId} ${feedId}`).digest('base64url')

/** Returns whether `secret` is the secret part of the feed's address. Compares in constant time. */
export function isFeedSecret(
  app: Pick<AppContext, 'secrets'>,
  accountId: string,
  feedId: string,
  secret: string,
): boolean {
  const [wanted, given] = [Buffer.from(macOf(app, accountId, feedId)), Buffer.from(secret)]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

const rowOf = (tx: Tx): Promise<Row | undefined> =>
  tx.kysely
    .selectFrom('calendar_feed')
    .select(['feed_id as feedId', 'mode', 'created_at as createdAt', 'fetched_at as fetchedAt'])
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst() as Promise<Row | undefined>

const toFeed = (app: AppContext, tx: Tx, { feedId, ...row }: Row) => {
  const account = tx.actor.id as string
  return { address: `${app.site.origin()}/calendar/${account}/${macOf(app, account, feedId)}.ics`, ...row }
}

/** Returns the actor's feed, or null if there is none. */
export async function ownFeed(app: AppContext, tx: Tx) {
  const row = await rowOf(tx)
  return row ? toFeed(app, tx, row) : null
}

/** Creates the actor's feed. If the feed exists, changes its mode and keeps its address. */
export async function setFeed(app: AppContext, tx: Tx, mode: FeedMode) {
  await tx.kysely
    .insertInto('calendar_feed')
    .values({ account_id: tx.actor.id as string, feed_id: randomUUID(), mode })
    .onConflict((on) => on.column('account_id').doUpdateSet({ mode }))
    .execute()
  return existing(app, tx)
}

/**
 * Gives the actor's feed a new address. The old address becomes invalid immediately. Refuses with NO_FEED if the actor
 * has no feed.
 */
export async function rotateFeed(app: AppContext, tx: Tx, now: Date) {
  await tx.kysely
    .updateTable('calendar_feed')
    .set({ feed_id: randomUUID(), created_at: now, fetched_at: null })
    .where('account_id', '=', tx.actor.id)
    .execute()
  return existing(app, tx)
}

export const removeFeed = (tx: Tx) =>
  tx.kysely.deleteFrom('calendar_feed').where('account_id', '=', tx.actor.id).execute()

async function existing(app: AppContext, tx: Tx) {
  const row = await rowOf(tx)
  if (!row) throw createRefusal('NO_FEED', 409)
  return toFeed(app, tx, row)
}
