import { expect, type Page, test } from '@playwright/test'
import { waitUntilOpensOffline } from './device-storage.ts'
import { type JourneyPractice, openSignedIn, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const canary = 'Zwoelfkanarie'

/** Returns the addresses of the entries of the Cache API whose address, headers or content has the text, and the number of all entries. */
const cachedWith = (page: Page, text: string) =>
  page.evaluate(async (wanted) => {
    const found: string[] = []
    let all = 0
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const headers = JSON.stringify([...(answer?.headers ?? [])])
        all += 1
        if ([request.url, headers, await answer?.text()].some((part) => part?.includes(wanted))) found.push(request.url)
      }
    }
    return { found, all }
  }, text)

test('after visits with an early call, neither the stored document nor the Cache API contains the name that the page greets', async ({
  browser,
}) => {
  const client = await openSignedIn(browser, product, await practice.newClient(canary, 'Sand'))
  const { page } = client
  const early: string[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/firstPage/get')) early.push(answer.headers()['cache-control'] ?? '')
  })
  const visits = [() => page.goto('/dashboard/client'), () => page.reload(), () => page.goto('/dashboard/client')]
  for (const [index, visit] of visits.entries()) {
    await visit()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(canary)
    await waitUntilOpensOffline(page)
    const { found, all } = await cachedWith(page, canary)
    expect(found).toEqual([])
    expect(all).toBeGreaterThan(5)
    // The document is stored, and so the search above has read it.
    expect((await cachedWith(page, 'id="frame"')).found.map((url) => new URL(url).pathname)).toContain('/index.html')
    const document = await page.evaluate(async () => (await fetch(location.pathname)).text())
    expect(document).toContain('id="frame"')
    expect(document).not.toContain(canary)
    expect(early).toHaveLength(index + 1)
  }
  for (const header of early) expect(header).toContain('no-store')
  await expectNoErrors(client)
})
