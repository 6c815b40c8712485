import { expect, type Page, test } from '@playwright/test'
import { type ClientPracticeMember, type JourneyPractice, openSignedIn, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { heading, setView, waitUntilDrawn } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Records the left edges, in pixels, of the skeletons of the pages that `page` opens next, and of the parts of the document's frame. */
const recordSkeletons = (page: Page) =>
  page.addInitScript(() => {
    const { skeletons } = Object.assign(window, { skeletons: new Set<number>() })
    new MutationObserver(() => {
      for (const each of document.querySelectorAll(
        'main > div > [aria-busy=true], #frame :is(.f-calendar, .f-head, .k-columns)',
      )) {
        const { left, width } = each.getBoundingClientRect()
        if (width > 0) skeletons.add(left)
      }
    }).observe(document, { childList: true, subtree: true })
  })

/** Returns the left edges of the parts and the skeletons of the open page, and the free space before and after the parts, in pixels. */
const measure = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const parts = Array.from(main.querySelector(':scope > div:has(h1)')?.children ?? [], (part) =>
      part.getBoundingClientRect(),
    ).filter(({ width, height }) => width > 1 && height > 1)
    const around = main.getBoundingClientRect()
    return {
      begins: [...parts.map(({ left }) => left), ...(window as unknown as { skeletons: Set<number> }).skeletons],
      before: Math.min(...parts.map(({ left }) => left)) - around.left,
      after: around.right - Math.max(...parts.map(({ right }) => right)),
    }
  })

async function expectInTheMiddle(page: Page, address: string) {
  const { begins, before, after } = await measure(page)
  const found = `${address}: parts begin at ${begins.join(', ')}, ${before} before and ${after} after`
  // On a page without space at its sides, the skeleton still has such space.
  const most = before === 0 ? 28 : 2
  for (const begin of begins) expect.soft(Math.abs(begin - (begins[0] ?? 0)), found).toBeLessThanOrEqual(most)
  expect.soft(Math.abs(before - after), found).toBeLessThanOrEqual(2)
}

const shared = ['', '/settings', '/profile', '/notifications']
const own = ['/calendar', '/sessions', '/messages', '/tasks', '/payments']
const pages = {
  therapist: [
    ...shared,
    ...own,
    '/clients',
    '/clients/import',
    '/payments/bank-file',
    '/notes',
    '/assistant',
    '/weekly-timetable',
    '/settings/session-types',
  ],
  client: [...shared, ...own, '/journal', '/therapists', '/forms', '/weekly-timetable'],
  admin: [...shared, '/api-settings', '/accounts'],
}

for (const role of ['therapist', 'client', 'admin'] as const)
  test(`at 1920 px, every page of the ${role} is in the middle or uses the width, and begins where its frame and skeleton began @slow`, async ({
    browser,
  }) => {
    const member = role === 'client' ? ana : practice[role]
    const visitor = await setView(await openSignedIn(browser, product, member, { plain: true }))
    const { page } = visitor
    await page.setViewportSize({ width: 1920, height: 1080 })
    await recordSkeletons(page)
    for (const address of pages[role].map((one) => `/dashboard/${role}${one}`)) {
      await page.goto(address)
      await expect(heading(page)).toBeVisible()
      await waitUntilDrawn(page)
      await expectInTheMiddle(page, address)
    }
    await expectNoErrors(visitor)
  })
