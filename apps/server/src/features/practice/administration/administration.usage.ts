import {
  countedTypes,
  storedTypes,
} from '@attune/contract/features/practice/administration/administration.health.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Actor } from '../../../platform/database/actor.ts'

type Usage = { type: string; count: string | number | null; bytes: string | number | null }

/** Returns the number of records of each type and their size in bytes. Contains no names. */
export async function readUsage({ db, avatars, clock }: Pick<AppContext, 'db' | 'avatars' | 'clock'>, actor: Actor) {
  const [rows, pictures] = await Promise.all([
    db.asActor(
      actor,
      async (tx) => (await sql<Usage>`select type, count, bytes from def.usage_counts()`.execute(tx.kysely)).rows,
    ),
    avatars.usage(),
  ])
  const of = new Map<string, Usage>(rows.map((row) => [row.type, row]))
  of.set('avatars', { type: 'avatars', ...pictures })
  return {
    at: clock.now().toISOString(),
    counts: countedTypes.map((type) => ({ type, count: Number(of.get(type)?.count ?? 0) })),
    storage: storedTypes.map((type) => {
      const count = type === 'database' ? null : Number(of.get(type)?.count ?? 0)
      // Even an empty table takes some bytes, so a type without records is reported with 0 bytes.
      return { type, count, bytes: count === 0 ? 0 : Number(of.get(type)?.bytes ?? 0) }
    }),
  }
}
