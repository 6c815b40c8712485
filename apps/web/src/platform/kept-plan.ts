import type { SafetyPlan } from '@attune/contract/features/safety'
import { api } from './api.ts'
import { forBrowser } from './keep.ts'
import { openPlanMark } from './open-plan.ts'
import { importKey, seal, unseal } from './seal.ts'
import { Shelf } from './shelf.ts'

/** The parts of a safety plan that are stored in the browser. */
export type PlanHere = Pick<SafetyPlan, 'warningSigns' | 'whatHelps' | 'people' | 'professionals' | 'country'>

const nameOf = (account: string) => `${account}safety-plan`

async function keyOf(database: Shelf, account: string): Promise<CryptoKey> {
  const known = await database.key(account)
  if (known) return known
  const key = await importKey((await api.account.draftKey({})).key)
  await database.keepKey(account, key)
  return key
}

/**
 * Stores the plan in this browser, encrypted with the key of the account. With `open`, anyone who holds the device can
 * read it, while the page is locked and without a connection. Throws where the browser stores nothing.
 */
export async function keepPlan(account: string, plan: PlanHere, open: boolean): Promise<void> {
  const { warningSigns, whatHelps, people, professionals, country } = plan
  const words: PlanHere = { warningSigns, whatHelps, people, professionals, country }
  const database = await Shelf.open()
  try {
    const sealed = await seal(await keyOf(database, account), nameOf(account), words)
    await database.keepPlan({ account, open, ...sealed })
  } finally {
    database.close()
  }
  if (open) forBrowser.set(openPlanMark, '1')
  else forBrowser.drop(openPlanMark)
}

/** The stored plan of a signed-in account; null where there is none or it cannot be decrypted. */
export const planOf = (account: string): Promise<PlanHere | null> => read((database) => database.plan(account))

/** The stored plan whose owner allows reading it without signing in; null where there is none. */
export const openPlan = (): Promise<PlanHere | null> =>
  read(async (database) => (await database.plans()).find(({ open }) => open))

type Found = Awaited<ReturnType<Shelf['plan']>>

async function read(find: (database: Shelf) => Promise<Found>): Promise<PlanHere | null> {
  let database: Shelf | null = null
  try {
    database = await Shelf.open()
    const found = await find(database)
    const key = found && (await database.key(found.account))
    if (!found || !key) return null
    return (await unseal(key, nameOf(found.account), found)) as PlanHere
  } catch {
    return null
  } finally {
    database?.close()
  }
}
