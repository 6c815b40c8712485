import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerFor } from '../testing/draw.tsx'
import { drafts } from './drafts.ts'
import { keepPlan, openPlan, planOf } from './kept-plan.ts'
import { planIsOpen } from './open-plan.ts'
import { giveUpAll } from './unsaved.ts'

const plan = {
  warningSigns: ['I lie awake until four'],
  whatHelps: ['A walk'],
  people: [{ name: 'Ines', phone: '+49 30 1' }],
  professionals: [],
  country: 'DE',
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  const { fetched } = answerFor({ 'account/draftKey': () => ({ key: btoa('k'.repeat(32)) }) })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

/** All stored plans of the browser, as text. */
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
  await keepPlan('ana', plan, false)
  expect(await storedContent()).not.toMatch(/awake|Ines|walk/)
  expect(await planOf('ana')).toEqual(plan)
  expect(await planOf('leo')).toBeNull()
})

test('only a plan whose owner chose so can be read without signing in', async () => {
  await keepPlan('ana', plan, false)
  expect([planIsOpen(), await openPlan()]).toEqual([false, null])
  await keepPlan('ana', plan, true)
  expect([planIsOpen(), await openPlan()]).toEqual([true, plan])
  await keepPlan('ana', plan, false)
  expect([planIsOpen(), await openPlan()]).toEqual([false, null])
})

test('signing out deletes the plan, whatever was chosen', async () => {
  await keepPlan('ana', plan, true)
  await giveUpAll('ana')
  expect([planIsOpen(), await openPlan(), await planOf('ana')]).toEqual([false, null, null])
  expect(drafts.any).toBe(false)
})

test('a browser without storage has no plan, and reading does not fail', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('refused')
    },
  })
  await expect(keepPlan('ana', plan, true)).rejects.toThrow('refused')
  expect([planIsOpen(), await openPlan()]).toEqual([false, null])
})
