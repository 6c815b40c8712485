import { expect, type Locator, type Page, test } from '@playwright/test'
import { weekdays } from '../packages/contract/src/common/time/time.ts'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import {
  type ClientPracticeMember,
  openSignedIn,
  type PracticeMember,
  planSessionByApi,
  type JourneyPractice,
  startJourneyPractice,
} from './practice.ts'
import { cutTexts } from './axe.ts'
import {
  desktopViewport,
  expectAccessibleInViews,
  expectNoOverflow,
  heading,
  phoneView,
  phoneViewport,
  setView,
  waitUntilDrawn,
} from './views.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiTextIn } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let bea: ClientPracticeMember
let session: string
let entry: string
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  bea = await practice.newClient('Bea', 'Lang')
  session = (await planSessionByApi(practice.therapist, bea.clientId, 3, 9)).id
  await planSessionByApi(practice.therapist, bea.clientId, 4, 9, true)
  await planSessionByApi(practice.therapist, bea.clientId, 5, 9)
  await saveAvailability()
  entry = await shareByCalls()
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Opens every day for booking, in all formats. */
async function saveAvailability() {
  const { availability } = practice.therapist.api
  const { rules, version } = await availability.mine({})
  const hours = { from: '09:00', until: '17:00', formats: ['in-person', 'video', 'phone'] as const, location: 'Room 1' }
  const weekly = weekdays.map((weekday) => ({ weekday, ...hours, formats: [...hours.formats] }))
  await availability.save({ weekly, rules, version })
}

/** Creates, through the API, a shared entry with a comment and a reply, and a comment on an entry that is no longer shared. */
async function shareByCalls() {
  const { journal } = bea.api
  const nora = practice.therapist.api.journal
  const therapistIds = (await journal.therapists({})).items.map(({ id }) => id)
  const [taken = '', id = ''] = await Promise.all(
    ['Taken back.', 'A long walk by the river, and then home.'].map(async (text) => {
      const fresh = { id: randomUUID(), version: 0, title: '', mood: 4, tags: ['walks'], files: [] }
      await journal.save({ ...fresh, content: richTextFromPlain(text), writtenAt: new Date().toISOString() })
      await journal.share({ id: fresh.id, therapistIds, command: randomUUID() })
      await nora.addComment({ id: randomUUID(), entryId: fresh.id, text: 'To come back to.' })
      return fresh.id
    }),
  )
  await nora.reply({ id: randomUUID(), entryId: id, text: 'Thank you for this.' })
  await journal.revoke({ id: taken, therapistId: therapistIds[0] ?? '' })
  return id
}

/** Checks each page of a member in a language. */
async function readIn(language: 'de' | 'fr' | 'es', member: PracticeMember, page: Page, addresses: string[]) {
  await member.api.account.saveSettings({ language })
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    if (language === 'de') await expectAccessibleInViews(page, `${address}, German`, heading(page), phoneView)
    else {
      await expect(heading(page)).toBeVisible()
      await expectNoOverflow(page, `${address}, ${language}`)
    }
    await expectNoCutTexts(page, `${address}, ${language}`)
  }
}

/** Checks that a phone and the desktop clip no text. */
async function expectNoCutTexts(page: Page, name: string) {
  for (const size of [phoneViewport, desktopViewport]) {
    await page.setViewportSize(size)
    await waitUntilDrawn(page)
    await expect.soft.poll(() => cutTexts(page), `${name}, ${size.width} px: cut off`).toEqual([])
  }
}

/** Returns the left, top and right edge of the visible part of an element. */
async function edgesOf(part: Locator) {
  const { x = NaN, y = NaN, width = NaN } = (await part.boundingBox()) ?? {}
  return { left: x, top: y, right: x + width }
}

test('the pages of a therapist do not overflow in any language [look.md: axe 0, 390 px]', async ({ browser }) => {
  const visitor = await setView(await openSignedIn(browser, product, practice.therapist))
  const pages = [
    '',
    '/clients',
    '/clients/import',
    '/add-client',
    '/sessions',
    '/notifications',
    '/settings',
    '/settings/business',
    '/settings/new-sessions',
    '/profile',
  ]
    .concat(`/clients/${bea.clientId}/client-profile`, `/sessions/session-details?id=${session}`)
    .concat('/journals', `/journals/${entry}`, `/clients/${bea.clientId}/client-profile?tab=journal`)
    .map((one) => `/dashboard/therapist${one}`)
  const { page } = visitor
  for (const language of ['de', 'fr', 'es'] as const) {
    await readIn(language, practice.therapist, page, pages)
    await page.goto('/dashboard/therapist/add-client')
    await page
      .getByRole('textbox', { name: uiTextIn(language, 'client:profile.email'), exact: true })
      .first()
      .fill('bea@example.org')
    await expectNoCutTexts(page, `a new client who is invited, ${language}`)
    await page.goto('/dashboard/therapist/calendar')
    await waitUntilDrawn(page)
    const add = await edgesOf(page.getByRole('button', { name: uiTextIn(language, 'calendar:new') }))
    const more = await edgesOf(page.getByRole('button', { name: uiTextIn(language, 'calendar:more') }))
    const today = await edgesOf(page.getByRole('button', { name: uiTextIn(language, 'calendar:today'), exact: true }))
    expect
      .soft([add.top, more.top], `the toolbar of the calendar has one line, ${language}`)
      .toEqual([today.top, today.top])
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(`/dashboard/therapist/clients/${bea.clientId}/client-profile`)
  await expect(page.getByRole('tab', { selected: true })).toHaveCSS('border-bottom-color', 'rgb(111, 178, 160)')
  await expectNoErrors(visitor)
})

test('the pages of a client do not overflow in German [look.md: axe 0, 390 px]', async ({ browser }) => {
  const visitor = await setView(await openSignedIn(browser, product, bea))
  const pages = ['', '/therapists', '/sessions', '/sessions/book', `/sessions/session-details?id=${session}`].concat(
    '/journal',
    '/journal?bin=true',
    '/weekly-timetable',
  )
  await readIn(
    'de',
    bea,
    visitor.page,
    pages.map((one) => `/dashboard/client${one}`),
  )
  for (const one of ['new', entry]) {
    await visitor.page.goto(`/dashboard/client/journal?entry=${one}`)
    const field = visitor.page.getByRole('textbox', { name: uiTextIn('de', 'journal:textLabel') })
    await expectAccessibleInViews(visitor.page, `an entry, ${one}, German`, field, phoneView)
  }
  await expectTidyPages(visitor.page)
  await expectNoErrors(visitor)
})

/** Checks, in German, rows whose parts should be next to each other. */
async function expectTidyPages(page: Page) {
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(`/dashboard/client/sessions/session-details?id=${session}`)
  const name = page.locator('span[aria-current=page]')
  const search = page.getByRole('banner').getByRole('button', { name: uiTextIn('de', 'shell:search') })
  await expect(name).toBeVisible()
  expect
    .soft((await edgesOf(name)).right, 'the breadcrumb ends before the search')
    .toBeLessThan((await edgesOf(search)).left)

  await page.setViewportSize(phoneViewport)
  await page.goto('/dashboard/client')
  await waitUntilDrawn(page)
  const answers = (['step.accept', 'step.otherTime', 'step.decline'] as const).map((key) =>
    page.getByRole('button', { name: uiTextIn('de', `negotiation:${key}`) }).last(),
  )
  const tops = (await Promise.all(answers.map(edgesOf))).map(({ top }) => top)
  expect.soft(new Set(tops).size, 'the answers to a later session are on one line').toBe(1)

  await page.goto('/dashboard/client/weekly-timetable')
  const time = page.getByText('09:00 – 17:00').first()
  const phone = page.getByText(uiTextIn('de', 'session:format.phone'), { exact: true }).first()
  await expect(phone).toBeVisible()
  expect
    .soft((await edgesOf(phone)).left, 'the formats are beside the time')
    .toBeGreaterThan((await edgesOf(time)).right)
}
