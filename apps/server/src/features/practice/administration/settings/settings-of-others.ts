import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { AnyActor, Tx } from '../../../../platform/database/actor.ts'
import type { DB } from '../../../../platform/database/types.ts'
import { limitColumns } from '../../../../platform/http/site/site.ts'

type Settings = Updateable<DB['product_setting']>
type AccessSettings = Pick<Settings, 'allowed_origins' | (typeof limitColumns)[keyof typeof limitColumns]>

const accessSettings = (tx: Tx) =>
  tx.kysely.selectFrom('product_setting').select('allowed_origins').select(Object.values(limitColumns))

/** Returns the allowed origins and the limits of requests. */
export const readAccessSettings = (tx: Tx) => accessSettings(tx).executeTakeFirstOrThrow()

/** Reads the allowed origins and the request limits and locks them, so that concurrent changes of admins run one after the other. */
export const lockAccessSettings = (tx: Tx) => accessSettings(tx).forUpdate().executeTakeFirstOrThrow()

export async function saveAccessSettings(tx: Tx, change: AccessSettings): Promise<void> {
  await tx.kysely.updateTable('product_setting').set(change).execute()
}

/** Saves the settings that are entered together with the first admin. */
export async function saveFirstSettings(
  tx: Tx<AnyActor>,
  settings: Pick<Settings, 'practice_name' | 'email_name' | 'public_url' | 'support_zone'>,
): Promise<void> {
  await tx.kysely.updateTable('product_setting').set(settings).execute()
}

/**
 * Stores which legal pages are published, and increments the revision of the public settings. `pages` is an SQL expression for an array of their
 * names.
 */
export async function saveLegalPages(tx: Tx, pages: RawBuilder<string[]>): Promise<void> {
  await sql`update app.product_setting set revision = revision + 1, legal_pages = ${pages}`.execute(tx.kysely)
}
