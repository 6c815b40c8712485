import { type Browser, expect, type Page, test } from '@playwright/test'
import { pageList } from '../apps/web/src/shell/pages/pages.ts'
import { readTexts } from '../tools/demo/texts.ts'
import { type PictureRole, startDemoProduct } from '../tools/pictures/product.ts'
import { expectStill, openInSteps, recordLayoutShifts } from './layout-shift.ts'
import { desktopViewport, phoneViewport } from './views.ts'

type Demo = Awaited<ReturnType<typeof startDemoProduct>>
type People = Awaited<ReturnType<Demo['fill']>>

const areas = ['settings', 'profile', 'api-settings'] as const
const recordTabs = ['sessions', 'notes', 'plan', 'tasks', 'journal', 'documents', 'safety', 'timeline']

let product: Demo
let people: People
test.describe.configure({ timeout: 900_000 })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  product = await startDemoProduct()
  people = await product.fill()
})
test.afterAll(() => product.stop())

async function openPage(browser: Browser, role: PictureRole, phone: boolean): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.app.address,
    locale: 'en-GB',
    timezoneId: readTexts('en').practice.zone,
    viewport: phone ? phoneViewport : desktopViewport,
    hasTouch: phone,
    reducedMotion: 'reduce',
    // Requests of a service worker cannot be delayed.
    serviceWorkers: 'block',
  })
  const url = product.app.address
  const cookies = [...people[role].cookieJar].map(([name, value]) => ({ name, value, url, httpOnly: true }))
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.clock.setFixedTime(product.shownAt)
  await recordLayoutShifts(page)
  return page
}

/** Returns the addresses of a role's pages that need no id, in the order of the routes, with the pages of the settings. */
async function addressesWithoutId(page: Page, role: PictureRole): Promise<string[]> {
  const addresses = pageList
    .filter(({ record }) => record.roles?.includes(role))
    .map(({ path }) => path.replace('$userType', role))
    .filter((path) => !path.includes('$') && !path.endsWith('session-details'))
  const found = new Set(addresses)
  for (const area of areas.map((one) => `/dashboard/${role}/${one}`).filter((one) => found.has(one))) {
    await page.goto(area)
    await expect(page.locator('#root main h1').first()).toBeAttached()
    const links = await page
      .locator(`main a[href^="${area}/"]`)
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const link of links) found.add(link)
  }
  return [...found]
}

/** Returns the addresses of a role's pages that show one item each, a record in all its tabs. */
async function addressesOfItems(role: PictureRole): Promise<string[]> {
  const { therapist, client } = { therapist: people.therapist.api, client: people.client.api }
  const at = `/dashboard/${role}`
  const own = role === 'client' ? client : therapist
  if (role === 'admin') return []
  const [session] = (await own.session.list({ which: 'upcoming', limit: 1 })).items
  const [conversation] = (await own.message.list({})).items
  const shared = [
    `${at}/sessions?tab=history`,
    `${at}/sessions/session-details?id=${session?.id}`,
    `${at}/messages?conversation=${conversation?.id}`,
  ]
  if (role === 'client') {
    const [entry] = (await client.journal.list({ limit: 1 })).items
    const [invoice] = (await client.invoice.mine({})).items
    const [task] = (await client.task.mine({})).today
    const [form] = (await client.form.mine({})).items
    return [
      ...shared,
      `${at}/journal?entry=${entry?.id}`,
      `${at}/payments/${invoice?.id}`,
      `${at}/tasks/${task?.id}`,
      `${at}/forms/${form?.id}`,
    ]
  }
  const person = readTexts('en').people.panic
  const [record] = (await therapist.client.list({ search: `${person?.first} ${person?.last}` })).items
  const [toWrite] = (await therapist.note.queue({ limit: 1 })).items
  const [entry] = (await therapist.journal.shared({ limit: 1 })).items
  const [invoice] = (await therapist.invoice.list({})).items
  const [task] = (await therapist.task.list({ limit: 1 })).items
  const [form] = (await therapist.form.list({})).items
  return [
    ...shared,
    ...['', ...recordTabs.map((tab) => `?tab=${tab}`)].map((tab) => `${at}/clients/${record?.id}/client-profile${tab}`),
    `${at}/sessions/session-details?id=${toWrite?.session.id}`,
    `${at}/tasks?view=list`,
    `${at}/tasks/${task?.id}`,
    `${at}/journals/${entry?.id}`,
    `${at}/payments/${invoice?.id}`,
    `${at}/payments/estimates/${record?.id}`,
    `${at}/forms/${form?.id}`,
  ]
}

for (const role of ['therapist', 'client', 'admin'] as const)
  for (const [size, phone] of [
    ['390 × 844', true],
    ['1280 × 800', false],
  ] as const)
    test(`no page of the ${role} shifts by more than .02 while it loads, ${size} [look.md: CLS]`, async ({
      browser,
    }) => {
      const page = await openPage(browser, role, phone)
      const addresses = [...(await addressesWithoutId(page, role)), ...(await addressesOfItems(role))]
      const open = await openInSteps(page)
      for (const address of addresses) {
        await open(address)
        await expectStill(page, `${address}, ${size}`)
      }
      await page.context().close()
    })
