import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Actor, Db, Tx } from '../../../platform/database/actor.ts'
import type { DB } from '../../../platform/database/types.ts'

type ProfileChange = Pick<
  Updateable<DB['profile']>,
  'first_name' | 'last_name' | 'language' | 'theme' | 'zone' | 'enter_key' | 'onboarded_at' | 'avatar_url'
>

/** Changes the given columns of the actor's profile and leaves the others unchanged. */
export async function saveProfile(tx: Tx, change: ProfileChange, now: Date): Promise<void> {
  await tx.kysely
    .updateTable('profile')
    .set({ ...change, updated_at: now })
    .where('account_id', '=', tx.actor.id)
    .execute()
}

export const hasAvatar = (db: Db, actor: Actor): Promise<boolean> =>
  db.asActor(actor, async (tx) => {
    const row = await tx.kysely
      .selectFrom('profile')
      .select('avatar_url')
      .where('account_id', '=', actor.id)
      .executeTakeFirst()
    return Boolean(row?.avatar_url)
  })

/** Sets the avatar of a person who has none. Returns false if the person already has an avatar or is deleted. */
export const setAvatarIfMissing = (db: Db, actor: Actor, path: string, now: Date): Promise<boolean> =>
  db.asActor(actor, async (tx) => {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('profile')
      .set({ avatar_url: `/avatars/${path}`, updated_at: now })
      .where('account_id', '=', actor.id)
      .where('avatar_url', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })

/** Hides the list of the first steps of the acting therapist permanently. */
export async function hideFirstWeek(tx: Tx, now: Date): Promise<void> {
  await tx.kysely
    .updateTable('profile')
    .set({ first_week_hidden_at: now })
    .where('account_id', '=', tx.actor.id)
    .where('first_week_hidden_at', 'is', null)
    .execute()
}

/** Records that the acting client has seen the privacy notice that was published at the instant `publishedAt`. */
export async function markPrivacySeen(tx: Tx, publishedAt: string): Promise<void> {
  await tx.kysely
    .updateTable('profile')
    .set({ privacy_seen_at: sql`greatest(privacy_seen_at, ${publishedAt}::timestamptz)` })
    .where('account_id', '=', tx.actor.id)
    .execute()
}

/** SQL condition that is true if a therapist has hidden the list of the first steps. `therapist` is an expression for the id of the account. */
export const isFirstWeekHiddenSql = (therapist: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.profile h where h.account_id = ${therapist} and h.first_week_hidden_at is not null)`
