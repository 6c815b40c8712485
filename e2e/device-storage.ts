import { expect, type Page } from '@playwright/test'

/** Returns the number of rows in a store of the browser's IndexedDB database. */
export const storedRows = (page: Page, store: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((found, failed) => {
        const opening = indexedDB.open('attune')
        opening.onerror = () => failed(opening.error)
        opening.onsuccess = () => {
          const request = opening.result.transaction(name).objectStore(name).count()
          request.onsuccess = () => {
            opening.result.close()
            found(request.result)
          }
        }
      }),
    store,
  )

/** Waits until this browser has stored the files and the data that the app needs to open without a connection. */
export const waitUntilOpensOffline = (page: Page) =>
  expect
    .poll(async () => {
      const packs = await page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith('attune-'))
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return kept.flat().filter(({ url }) => url.endsWith('.json')).length
      })
      return [packs, await storedRows(page, 'person')]
    })
    .toEqual([3, 1])

/** Makes every write of the page to the browser's storage fail, as on a device without free space. */
export const fillDevice = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('The device is full', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.put = refuse
    IDBObjectStore.prototype.add = refuse
    Storage.prototype.setItem = refuse
  })
