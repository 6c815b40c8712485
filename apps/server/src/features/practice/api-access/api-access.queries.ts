import type { ApiAccess, RequestLimit } from '@attune/contract/features/practice/api-access/api-access'
import {
  maxAllowedOrigins,
  requestGroups,
  type RequestGroup,
} from '@attune/contract/features/practice/api-access/api-access.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { limitColumns } from '../../../platform/http/site/site.ts'

const day = 24 * 60 * 60 * 1000

type Use = Omit<RequestLimit, 'limit'>

/** Reads the allowed origins, and the limit of each group with its use within the 24 hours before `now`. */
export async function readApiAccess(tx: Tx, now: Date): Promise<Omit<ApiAccess, 'isEnforced'>> {
  const [settings, { rows }] = await Promise.all([
    tx.kysely
      .selectFrom('product_setting')
      .select('allowed_origins')
      .select(Object.values(limitColumns))
      .executeTakeFirstOrThrow(),
    sql<Use>`
      select request_group as "group", sum(requests)::int as requests, sum(refused)::int as refused, max(highest) as highest
      from app.request_count where minute > ${new Date(now.getTime() - day)} group by request_group`.execute(tx.kysely),
  ])
  const limits = requestGroups.map((group) => ({
    ...(rows.find((row) => row.group === group) ?? { group, requests: 0, refused: 0, highest: 0 }),
    limit: settings[limitColumns[group]],
  }))
  return { origins: settings.allowed_origins.toSorted(), limits }
}

/** Adds an origin. Returns `known` if it is already allowed, and `full` if there are too many. */
export async function allowOrigin(tx: Tx, origin: string): Promise<'added' | 'known' | 'full'> {
  const { allowed_origins: origins } = await lockSettings(tx)
  if (origins.includes(origin)) return 'known'
  if (origins.length >= maxAllowedOrigins) return 'full'
  await tx.kysely
    .updateTable('product_setting')
    .set({ allowed_origins: [...origins, origin] })
    .execute()
  return 'added'
}

/** Removes an origin. Returns false if it was not allowed. */
export async function removeOrigin(tx: Tx, origin: string): Promise<boolean> {
  const { allowed_origins: origins } = await lockSettings(tx)
  if (!origins.includes(origin)) return false
  await tx.kysely
    .updateTable('product_setting')
    .set({ allowed_origins: origins.filter((one) => one !== origin) })
    .execute()
  return true
}

/** Sets the limit of a group. Returns the limit before. */
export async function saveLimit(tx: Tx, group: RequestGroup, limit: number): Promise<number> {
  const column = limitColumns[group]
  const before = await lockSettings(tx)
  await tx.kysely
    .updateTable('product_setting')
    .set({ [column]: limit })
    .execute()
  return before[column]
}

/** Reads the settings and waits for another admin who is changing them. */
const lockSettings = (tx: Tx) =>
  tx.kysely
    .selectFrom('product_setting')
    .select('allowed_origins')
    .select(Object.values(limitColumns))
    .forUpdate()
    .executeTakeFirstOrThrow()
