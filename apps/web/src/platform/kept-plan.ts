import type { SafetyPlan } from '@attune/contract/features/safety'
import { api } from './api.ts'
import { forBrowser } from './keep.ts'
import { openPlanMark } from './open-plan.ts'
import { importKey, seal, unseal } from './seal.ts'
import { Shelf } from './shelf.ts'

/** What of the plan lies in the browser. */
export type PlanHere = Pick<SafetyPlan, 'warningSigns' | 'whatHelps' | 'people' | 'professionals' | 'country'>

const nameOf = (account: string) => `${account}safety-plan`

async function keyOf(shelf: Shelf, account: string): Promise<CryptoKey> {
  const known = await shelf.key(account)
  if (known) return known
  const key = await importKey((await api.account.draftKey({})).key)
  await shelf.keepKey(account, key)
  return key
}

/**
 * Keeps the plan in this browser, sealed with the key of the account. `open`: whoever holds the device may read it, under
 * the lock and without a connection. Throws where the browser keeps nothing.
 */
export async function keepPlan(account: string, plan: PlanHere, open: boolean): Promise<void> {
  const { warningSigns, whatHelps, people, professionals, country } = plan
  const words: PlanHere = { warningSigns, whatHelps, people, professionals, country }
  const shelf = await Shelf.open()
  try {
    const sealed = await seal(await keyOf(shelf, account), nameOf(account), words)
    await shelf.keepPlan({ account, open, ...sealed })
  } finally {
    shelf.close()
  }
  if (open) forBrowser.set(openPlanMark, '1')
  else forBrowser.drop(openPlanMark)
}

/** The plan of an account that is signed in here; null where none was kept or it does not open. */
export const planOf = (account: string): Promise<PlanHere | null> => read((shelf) => shelf.plan(account))

/** The plan that its owner left readable in this browser. */
export const openPlan = (): Promise<PlanHere | null> =>
  read(async (shelf) => (await shelf.plans()).find(({ open }) => open))

type Found = Awaited<ReturnType<Shelf['plan']>>

async function read(find: (shelf: Shelf) => Promise<Found>): Promise<PlanHere | null> {
  let shelf: Shelf | null = null
  try {
    shelf = await Shelf.open()
    const found = await find(shelf)
    const key = found && (await shelf.key(found.account))
    if (!found || !key) return null
    return (await unseal(key, nameOf(found.account), found)) as PlanHere
  } catch {
    return null
  } finally {
    shelf?.close()
  }
}
