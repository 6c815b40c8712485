import type { SafetyPlan } from '@attune/contract/features/care/safety/safety'
import { accountKey } from '../../../../platform/offline/account-key.ts'
import { browserStorage } from '../../../../platform/safe-storage.ts'
import { unlockedPlanKey } from '../../../../platform/offline/unlocked-plan-flag.ts'
import { encrypt, decrypt } from '../../../../platform/offline/encryption.ts'
import { DraftDatabase } from '../../../../platform/offline/draft-database.ts'

/** The parts of a safety plan that are stored in the browser. */
export type OfflineSafetyPlan = Pick<SafetyPlan, 'warningSigns' | 'whatHelps' | 'people' | 'professionals' | 'country'>

const nameOf = (account: string) => `${account}safety-plan`

/**
 * Stores the plan in this browser, encrypted with the key of the account. With `open`, anyone who has the device can
 * read the plan, even while the page is locked or offline. Throws if the browser cannot store data.
 */
export async function saveOfflinePlan(account: string, plan: OfflineSafetyPlan, open: boolean): Promise<void> {
  const { warningSigns, whatHelps, people, professionals, country } = plan
  const storedPlan: OfflineSafetyPlan = { warningSigns, whatHelps, people, professionals, country }
  const database = await DraftDatabase.open()
  try {
    const sealed = await encrypt(await accountKey(database, account), nameOf(account), storedPlan)
    await database.savePlan({ account, open, ...sealed })
  } finally {
    database.close()
  }
  if (open) browserStorage.set(unlockedPlanKey, '1')
  else browserStorage.remove(unlockedPlanKey)
}

/** Returns the stored plan of a signed-in account. Returns null if no plan is stored or decryption fails. */
export const readOfflinePlan = (account: string): Promise<OfflineSafetyPlan | null> =>
  read((database) => database.plan(account))

/**
 * Returns the stored plan that may be read without signing in. Returns null if there is no such plan or decryption
 * fails.
 */
export const readUnlockedPlan = (): Promise<OfflineSafetyPlan | null> =>
  read(async (database) => (await database.plans()).find(({ open }) => open))

type Found = Awaited<ReturnType<DraftDatabase['plan']>>

async function read(find: (database: DraftDatabase) => Promise<Found>): Promise<OfflineSafetyPlan | null> {
  let database: DraftDatabase | null = null
  try {
    database = await DraftDatabase.open()
    const found = await find(database)
    const key = found && (await database.key(found.account))
    if (!found || !key) return null
    return (await decrypt(key, nameOf(found.account), found)) as OfflineSafetyPlan
  } catch {
    return null
  } finally {
    database?.close()
  }
}
