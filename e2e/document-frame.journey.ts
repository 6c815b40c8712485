import { randomUUID } from 'node:crypto'
import { instantOf } from '@attune/contract/common/time/time'
import { emergencyNumber } from '@attune/contract/features/care/safety/safety.countries.rules'
import { expect, type Page, test } from '@playwright/test'
import { pageList } from '../apps/web/src/shell/pages/pages.ts'
import { openSignedIn, planSessionByApi, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextIn } from './ui-text.ts'
import { heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors, newVisitor } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/**
 * Returns the positions on the page of the first visible elements with these texts, in pixels; null for a text that is not visible. A phone's calendar
 * scrolls the page to the present time.
 */
const placesOf = (page: Page, inside: string, texts: readonly string[]) =>
  page.evaluate(
    ([selector, wanted]) =>
      wanted.map((text) => {
        const found = [...document.querySelectorAll(`${selector} *`)].find(
          (element) =>
            [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() === text) &&
            (element as HTMLElement).checkVisibility(),
        )
        if (!found) return null
        const range = document.createRange()
        range.selectNodeContents(found)
        const { x, y } = range.getBoundingClientRect()
        return { text, x, y: y + window.scrollY }
      }),
    [inside, texts] as const,
  )

type Places = Awaited<ReturnType<typeof placesOf>>

/**
 * Compares two lists of positions. Tolerates a height difference of two pixels, because Mantine rounds sizes differently than the document, and the
 * width of some letters, because the frame keeps its first font.
 */
function expectSamePlaces(found: Places, before: Places, where: string) {
  expect(found.map(Boolean), where).toEqual(before.map(Boolean))
  expect(found.filter(Boolean).length, where).toBeGreaterThan(1)
  for (const [index, place] of found.entries()) {
    expect(Math.abs((place?.x ?? 0) - (before[index]?.x ?? 0)), `${where}: ${place?.text}, x`).toBeLessThanOrEqual(30)
    expect(Math.abs((place?.y ?? 0) - (before[index]?.y ?? 0)), `${where}: ${place?.text}, y`).toBeLessThanOrEqual(2)
  }
}

/**
 * Opens a page. The files that match `held`, by default scripts and styles, do not load before `release` is called. If `held` includes the font, the
 * document uses the system font.
 */
async function openWithoutScripts(page: Page, address: string, held = /\/assets\/.*\.(js|css)$/) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(held, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  return resolve
}

test('the sign-in page is in the document, and the app takes its place without moving it [look.md]', async ({
  browser,
}) => {
  for (const phone of [true, false]) {
    const guest = await setView(await newVisitor(browser, product, 'guest@practice.test', { plain: true, phone }))
    const release = await openWithoutScripts(guest.page, '/')
    const keys = [
      'signIn.title',
      'signIn.text',
      'email',
      'password',
      'signIn.forgot',
      'signIn.submit',
      'sentence',
    ] as const
    const texts = keys.map((key) => uiText(`login:${key}`))
    await expect(guest.page.locator('#frame').getByText(texts[0] ?? '')).toBeVisible()
    await guest.page.evaluate(() => document.fonts.ready)
    const before = await placesOf(guest.page, '#frame', texts)
    release()
    await expect(heading(guest.page, uiText('login:signIn.title'))).toBeVisible()
    await expect(guest.page.locator('#frame')).toHaveCount(0)
    expectSamePlaces(await placesOf(guest.page, '#root', texts), before, phone ? 'phone' : 'desktop')
    await expectNoErrors(guest)
    await guest.page.context().close()
  }
})

const emergencyNumbers = [
  ['America/New_York', '911'],
  ['Europe/London', '999'],
  ['Australia/Sydney', '000'],
  ['Pacific/Auckland', '111'],
  ['Europe/Berlin', '112'],
  ['Asia/Tokyo', null],
] as const

test('the sign-in page names no emergency number until it knows the place, and then the right one @deep', async ({
  browser,
}) => {
  for (const [zone, number] of emergencyNumbers) {
    const guest = await newVisitor(browser, product, 'guest@practice.test', { plain: true, phone: true, zone })
    const release = await openWithoutScripts(guest.page, '/')
    await expect(guest.page.locator('#frame').getByText(uiText('login:signIn.title'))).toBeVisible()
    expect(await guest.page.locator('body').innerText(), zone).not.toMatch(/\b(112|911|999|000|111)\b/)
    release()
    const sentence = number ? uiText('login:emergencyCall', { number }) : uiText('login:emergencyCallLocal')
    await expect(guest.page.locator('#root').getByText(sentence), zone).toBeVisible()
    await guest.page.context().close()
  }
})

/** URLs of all pages outside the dashboard, with a value for each parameter. Derived from the page list, so that new pages are included. */
const publicAddresses = pageList
  .map(({ path }) => path)
  .filter((path) => !path.startsWith('/dashboard'))
  .map((path) => path.replaceAll(/\$\w+/g, 'privacy'))

test(
  'before its scripts arrive, a public page names no emergency number or that of the place, in six time zones',
  { tag: '@deep' },
  async ({ browser }) => {
    expect(publicAddresses.length).toBeGreaterThan(10)
    for (const [zone, number] of [
      ['America/New_York', '911'],
      ['Europe/London', '999'],
      ['Europe/Berlin', '112'],
      ['Australia/Sydney', '000'],
      ['Etc/UTC', null],
      ['Asia/Tokyo', null],
    ] as const) {
      expect(emergencyNumber(zone, undefined), zone).toBe(number)
      const guest = await newVisitor(browser, product, 'guest@practice.test', { plain: true, phone: true, zone })
      await guest.page.route(/\/assets\/.*\.(js|css)$/, (route) => route.abort())
      // Prevents the page from reloading itself when its scripts fail.
      await guest.page.addInitScript("sessionStorage.setItem('attune-loaded-again', 'true')")
      for (const address of publicAddresses) {
        await guest.page.goto(address, { waitUntil: 'domcontentloaded' })
        const shown = await guest.page.locator('body').evaluate((body) => {
          for (const script of body.querySelectorAll('script')) script.remove()
          return { root: body.querySelector('#root')?.innerHTML, text: body.textContent }
        })
        const where = `${address} in ${zone}`
        expect(shown.root, where).toBe('')
        if (address === '/') expect(shown.text, where).toContain(uiText('login:emergency'))
        const named = shown.text.match(/(?<!\d)\d{3}(?!\d)/g) ?? []
        expect(
          named.filter((found) => found !== number),
          where,
        ).toEqual([])
      }
      await guest.page.context().close()
    }
  },
)

test(
  'the text below the sign-in stays in its place in every language, with every number, on every phone [look.md]',
  {
    tag: '@deep',
  },
  async ({ browser }) => {
    const widths = [320, 330, 340, 350, 360, 370, 375, 380, 390, 400, 412, 420, 430]
    for (const language of ['en', 'de', 'fr', 'es'] as const) {
      for (const zone of ['Europe/Berlin', 'America/New_York', 'Europe/London']) {
        const guest = await newVisitor(browser, product, 'guest@practice.test', {
          plain: true,
          phone: true,
          locale: language,
          zone,
        })
        const keys = ['signIn.title', 'email', 'signIn.submit', 'sentence', 'facts.practice'] as const
        const texts = keys.map((key) => uiTextIn(language, `login:${key}`))
        const placesAtAllWidths = async (inside: string) => {
          const places: Places[] = []
          for (const width of widths) {
            await guest.page.setViewportSize({ width, height: 844 })
            places.push(await placesOf(guest.page, inside, texts))
          }
          return places
        }
        const release = await openWithoutScripts(guest.page, '/', /\/assets\/.*\.(js|css|woff2)$/)
        await expect(guest.page.locator('#frame').getByText(texts[0] ?? '')).toBeVisible()
        const before = await placesAtAllWidths('#frame')
        release()
        await expect(guest.page.locator('#frame')).toHaveCount(0)
        await guest.page.evaluate(() => document.fonts.ready)
        const after = await placesAtAllWidths('#root')
        for (const [index, width] of widths.entries())
          expectSamePlaces(after[index] ?? [], before[index] ?? [], `${language}, ${zone}, ${width} pixels`)
        await expectNoErrors(guest)
        await guest.page.context().close()
      }
    }
  },
)

test('the frame of a signed-in page is in the document, and the app takes its place without moving it [look.md] @slow', async ({
  browser,
}) => {
  const cora = await practice.newClient('Cora', 'Falk')
  await planSessionByApi(practice.therapist, cora.clientId, 5, 9, true)
  const zone = 'Europe/Berlin'
  for (const phone of [true, false]) {
    for (const [member, address, texts] of [
      [practice.therapist, '/dashboard/therapist', ['pages.clients', 'pages.settings', 'tabs.calendar', 'menu']],
      [cora, '/dashboard/client', ['pages.therapists', 'pages.tasks', 'tabs.messages', 'menu']],
    ] as const) {
      const visitor = await setView(await openSignedIn(browser, product, member, { plain: true, phone, zone }))
      const wasGone = await watchNextSession(visitor.page)
      const release = await openWithoutScripts(visitor.page, address)
      const title = visitor.page.locator('#frame .g-title')
      await expect(title).toHaveText(/\p{L}/u)
      const next = member === cora ? [uiText('dashboard:client.next'), await nextSessionIn(visitor.page)] : []
      const shown = [...texts.map((key) => uiText(`shell:${key}`)), ...next, (await title.textContent()) ?? '']
      await visitor.page.evaluate(() => document.fonts.ready)
      const before = await placesOf(visitor.page, '#frame', shown)
      release()
      await expect(visitor.page.locator('#root main h1')).toHaveText(shown.at(-1) ?? '')
      await expect(visitor.page.locator('#frame')).toHaveCount(0)
      expectSamePlaces(
        await placesOf(visitor.page, '#root', shown),
        before,
        `${address}, ${phone ? 'phone' : 'desktop'}`,
      )
      expect(await wasGone()).toBe(false)
      await expectNoErrors(visitor)
      await visitor.page.context().close()
    }
  }
})

/** Returns the time of the client's next session in the frame of the document. */
async function nextSessionIn(page: Page): Promise<string> {
  const time = page.locator('#frame .x-time')
  await expect(time).toHaveText(/\d\d:\d\d/)
  return (await time.textContent()) ?? ''
}

/** Watches the pages that `page` opens next. Returns a function that returns whether the next session was shown and then disappeared. */
async function watchNextSession(page: Page) {
  await page.addInitScript(() => {
    let seen = false
    new MutationObserver((_, observer) => {
      const shown = document.querySelector('#frame[data-next="true"], #root main time') !== null
      seen ||= shown
      if (!seen || shown) return
      // Setting the attribute is a change too: an observer that kept running would call itself endlessly, and the page would freeze.
      observer.disconnect()
      document.documentElement.dataset.sessionWasGone = 'true'
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })
  return () => page.evaluate(() => document.documentElement.dataset.sessionWasGone === 'true')
}

test('the title and the days of the calendar are in the document, and the app takes their place without moving them [look.md] @deep', async ({
  browser,
}) => {
  const zone = 'Europe/Berlin'
  // Adds an event today, because an empty week has a hint above the grid. If the test ran late on a Friday, an event tomorrow would make the calendar
  // show the weekend.
  await addEventByApi(instantOf(new Date().toLocaleDateString('sv', { timeZone: zone }), '12:00', zone))
  for (const phone of [true, false]) {
    const visitor = await setView(
      await openSignedIn(browser, product, practice.therapist, { plain: true, phone, zone }),
    )
    const release = await openWithoutScripts(visitor.page, '/dashboard/therapist/calendar')
    const title = visitor.page.locator('#frame .c-title')
    await expect(title).toHaveText(/\p{L}/u)
    const shown = [
      (await title.textContent()) ?? '',
      (await visitor.page
        .locator(`#frame ${phone ? '.y-number' : '.c-head strong'}`)
        .first()
        .textContent()) ?? '',
    ]
    await visitor.page.evaluate(() => document.fonts.ready)
    const before = await placesOf(visitor.page, '#frame .f-calendar', shown)
    release()
    await expect(visitor.page.locator('#root main h1')).toHaveText(shown[0] ?? '')
    await expect(visitor.page.locator('[data-item]')).not.toHaveCount(0)
    await expect(visitor.page.getByRole('main').getByRole('status')).toHaveCount(0)
    expectSamePlaces(await placesOf(visitor.page, '#root main', shown), before, phone ? 'phone' : 'desktop')
    await expectNoErrors(visitor)
    await visitor.page.context().close()
  }
})

/** Adds an event of a quarter of an hour to the therapist's calendar. */
const addEventByApi = (startsAt: string) =>
  practice.therapist.api.calendar.addEvent({
    id: randomUUID(),
    title: 'Reading',
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 15 * 60_000).toISOString(),
    location: '',
  })

/** The calls that occur only once per device: keys of drafts, and the safety plan that is stored for offline use. */
const callsOfTheDevice = /api\/(account\/draftKey|safety\/|login\/passkey)/

test('a dashboard shows its content with at most 2 calls and 25 kB [look.md: budgets]', async ({ browser }) => {
  const ida = await practice.newClient('Ida', 'Lund')
  for (const days of [1, 2, 3, 4]) await planSessionByApi(practice.therapist, ida.clientId, days, 9)
  for (const [member, address, shown] of [
    [practice.therapist, '/dashboard/therapist', uiText('dashboard:needs.title')],
    [ida, '/dashboard/client', uiText('dashboard:between.one', { name: 'Nora' })],
  ] as const) {
    const visitor = await setView(
      await openSignedIn(browser, product, member, { plain: true, phone: true, zone: 'Europe/Berlin' }),
    )
    const calls: { name: string; bytes: number }[] = []
    visitor.page.on('response', async (answer) => {
      const { pathname } = new URL(answer.url())
      if (!pathname.startsWith('/api/') || callsOfTheDevice.test(pathname)) return
      calls.push({ name: pathname, bytes: Number(answer.headers()['content-length'] ?? 0) })
    })
    await visitor.page.goto(address)
    await expect(visitor.page.getByRole('heading', { name: shown })).toBeVisible()
    const all = JSON.stringify(calls)
    expect(calls.length, all).toBeLessThanOrEqual(2)
    const bytes = calls.reduce((sum, call) => sum + call.bytes, 0)
    expect(bytes, all).toBeGreaterThan(500)
    expect(bytes, all).toBeLessThanOrEqual(25_000)
    await expectNoErrors(visitor)
  }
})
