import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer } from '../../../../testing/render-page.tsx'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { saveOfflinePlan, readUnlockedPlan, readOfflinePlan } from './plan.ts'
import { hasUnlockedPlan } from '../../../../platform/offline/unlocked-plan-flag.ts'
import { clearAccountData } from '../../../../platform/draft/unsaved.ts'

const plan = {
  warningSigns: ['I lie awake until four'],
  whatHelps: ['A walk'],
  people: [{ name: 'Ines', phone: '+49 30 1' }],
  professionals: [],
  country: 'DE',
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  mockServer({ 'account/draftKey': () => ({ key: btoa('k'.repeat(32)) }) })
})
afterEach(() => vi.unstubAllGlobals())

/** Returns the stored bytes of all plans in the browser, as one text. */
async function storedContent() {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open('attune')
    asked.onsuccess = () => resolve(asked.result)
  })
  const rows = await new Promise<{ bytes: ArrayBuffer }[]>((resolve) => {
    const asked = db.transaction('plans').objectStore('plans').getAll()
    asked.onsuccess = () => resolve(asked.result)
  })
  db.close()
  return rows.map(({ bytes, ...rest }) => new TextDecoder().decode(bytes) + JSON.stringify(rest)).join()
}

test('the plan is encrypted in the browser and contains no readable text', async () => {
  await saveOfflinePlan('ana', plan, false)
  expect(await storedContent()).not.toMatch(/awake|Ines|walk/)
  expect(await readOfflinePlan('ana')).toEqual(plan)
  expect(await readOfflinePlan('leo')).toBeNull()
})

test('a plan can be read without signing in only if its owner allows it', async () => {
  await saveOfflinePlan('ana', plan, false)
  expect([hasUnlockedPlan(), await readUnlockedPlan()]).toEqual([false, null])
  await saveOfflinePlan('ana', plan, true)
  expect([hasUnlockedPlan(), await readUnlockedPlan()]).toEqual([true, plan])
  await saveOfflinePlan('ana', plan, false)
  expect([hasUnlockedPlan(), await readUnlockedPlan()]).toEqual([false, null])
})

test('signing out deletes the plan, even one that may be read without signing in', async () => {
  await saveOfflinePlan('ana', plan, true)
  await clearAccountData('ana')
  expect([hasUnlockedPlan(), await readUnlockedPlan(), await readOfflinePlan('ana')]).toEqual([false, null, null])
  expect(drafts.hasDrafts).toBe(false)
})

test('without browser storage, saving throws and reading returns no plan', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('refused')
    },
  })
  await expect(saveOfflinePlan('ana', plan, true)).rejects.toThrow('refused')
  expect([hasUnlockedPlan(), await readUnlockedPlan()]).toEqual([false, null])
})
