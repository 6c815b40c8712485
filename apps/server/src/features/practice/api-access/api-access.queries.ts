import type { ApiAccess } from '@attune/contract/features/practice/api-access/api-access'
import {
  maxAllowedOrigins,
  requestGroups,
  type RequestGroup,
} from '@attune/contract/features/practice/api-access/api-access.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import { limitColumns } from '../../../platform/http/site/site.ts'
import { lockAccessSettings, readAccessSettings, saveAccessSettings } from '../administration/administration.ts'
import { readRequestTotals } from '../../../platform/policy/request-totals.ts'

const day = 24 * 60 * 60 * 1000

/** Reads the allowed origins, and the limit of each group with its use within the 24 hours before `now`. */
export async function readApiAccess(tx: Tx, now: Date): Promise<Omit<ApiAccess, 'isEnforced'>> {
  const [settings, rows] = await Promise.all([
    readAccessSettings(tx),
    readRequestTotals(tx, new Date(now.getTime() - day)),
  ])
  const limits = requestGroups.map((group) => ({
    ...(rows.find((row) => row.group === group) ?? { group, requests: 0, refused: 0, highest: 0 }),
    limit: settings[limitColumns[group]],
  }))
  return { origins: settings.allowed_origins.toSorted(), limits }
}

/** Adds an origin. Returns `known` if it is already allowed, and `full` if there are too many. */
export async function allowOrigin(tx: Tx, origin: string): Promise<'added' | 'known' | 'full'> {
  const { allowed_origins: origins } = await lockAccessSettings(tx)
  if (origins.includes(origin)) return 'known'
  if (origins.length >= maxAllowedOrigins) return 'full'
  await saveAccessSettings(tx, { allowed_origins: [...origins, origin] })
  return 'added'
}

/** Removes an origin. Returns false if it was not allowed. */
export async function removeOrigin(tx: Tx, origin: string): Promise<boolean> {
  const { allowed_origins: origins } = await lockAccessSettings(tx)
  if (!origins.includes(origin)) return false
  await saveAccessSettings(tx, { allowed_origins: origins.filter((one) => one !== origin) })
  return true
}

/** Sets the limit of a group. Returns the previous limit. */
export async function saveLimit(tx: Tx, group: RequestGroup, limit: number): Promise<number> {
  const column = limitColumns[group]
  const before = await lockAccessSettings(tx)
  await saveAccessSettings(tx, { [column]: limit })
  return before[column]
}
