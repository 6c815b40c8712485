import { expect, type Page, test } from '@playwright/test'
import { richTextFromPlain } from '@attune/contract/common/rich-text'
import { randomUUID } from 'node:crypto'
import {
  type ClientPracticeMember,
  openSignedIn,
  type PracticeMember,
  planSessionByApi,
  type JourneyPractice,
  startJourneyPractice,
} from './practice.ts'
import { expectAccessibleInViews, expectNoOverflow, heading, setView, phoneView } from './views.ts'
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
  entry = await shareByCalls()
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/**
 * Creates a shared entry with a comment and a reply, and a comment on an entry that is no longer shared, through the
 * API.
 */
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
  }
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
    '/profile',
  ]
    .concat(`/clients/${bea.clientId}/client-profile`, `/sessions/session-details?id=${session}`)
    .concat('/journals', `/journals/${entry}`, `/clients/${bea.clientId}/client-profile?tab=journal`)
    .map((one) => `/dashboard/therapist${one}`)
  for (const language of ['de', 'fr', 'es'] as const) await readIn(language, practice.therapist, visitor.page, pages)
  await expectNoErrors(visitor)
})

test('the pages of a client do not overflow in German [look.md: axe 0, 390 px]', async ({ browser }) => {
  const visitor = await setView(await openSignedIn(browser, product, bea))
  const pages = ['', '/therapists', '/sessions', `/sessions/session-details?id=${session}`].concat(
    '/journal',
    '/journal?bin=true',
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
  await expectNoErrors(visitor)
})
