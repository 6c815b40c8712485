import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import {
  addClientByApi,
  type JourneyPractice,
  openSignedIn,
  planSessionAtByApi,
  startJourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, heading, phoneViewport } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const day = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

test(
  'the list and the overview of a record say what is open, and lead there',
  { tag: ['@look', '@deep'] },
  async ({ browser }) => {
    const { therapist } = practice
    const ana = await practice.newClient('Ana', 'Moreau')
    await addClientByApi(therapist, 'Hanna', 'Vogel')
    const { id: next } = await planSessionAtByApi(therapist, ana.clientId, inDays(3))
    const entered = randomUUID()
    await therapist.api.session.logPast({
      id: entered,
      clientIds: [ana.clientId],
      startsAt: inDays(-4),
      durationMinutes: 50,
      format: 'video',
      outcome: 'completed',
    })
    await therapist.api.note.save({
      sessionId: entered,
      text: 'Slept better.\nThe letter is half written.',
      version: 0,
    })
    await therapist.api.note.saveText({ sessionId: entered, kind: 'next-steps', text: 'Keep the diary.', version: 0 })
    const nora = await openSignedIn(browser, product, therapist)
    const { page } = nora

    await test.step('the list says what is open with each client; a filter shows only these clients', async () => {
      await page.goto('/dashboard/therapist/clients')
      const row = page.getByRole('row', { name: 'Ana Moreau' })
      await expect(row.getByRole('link', { name: uiText('clientOverview:open.note_one') })).toBeVisible()
      await expect(page.getByRole('row', { name: 'Hanna Vogel' })).toBeVisible()
      await expectAccessibleInViews(page, 'client list with open items', heading(page))
      await page.getByRole('button', { name: uiText('clientOverview:filter.show') }).click()
      await page.getByRole('button', { name: uiText('clientOverview:filter.open') }).click()
      await expect(page.getByRole('row', { name: 'Hanna Vogel' })).toBeHidden()
    })

    await test.step('on a phone a row has two lines: the next session, and what is to do or else an unusual status', async () => {
      await page.setViewportSize(phoneViewport)
      const row = (name: string) => page.getByRole('row', { name })
      const nextOf = (name: string) => row(name).getByText(uiText('clientOverview:phone.next'), { exact: true })
      await expect(nextOf('Ana Moreau')).toBeVisible()
      await expect(row('Ana Moreau').getByRole('link', { name: uiText('clientOverview:open.note_one') })).toBeVisible()
      await page.getByRole('button', { name: uiText('clientOverview:filter.open') }).click()
      await expect(nextOf('Hanna Vogel')).toBeVisible()
      await expect(row('Hanna Vogel').getByText(uiText('client:status.pending'), { exact: true })).toBeVisible()
      await page.setViewportSize({ width: 1280, height: 800 })
    })

    await test.step('the overview shows sessions, next steps and the note', async () => {
      await page.getByRole('link', { name: 'Ana Moreau' }).click()
      await expect(heading(page, 'Ana Moreau')).toBeVisible()
      await expect(page.getByText('Keep the diary.')).toBeVisible()
      await expect(page.getByText('The letter is half written.')).toBeVisible()
      await expect(page.getByRole('navigation', { name: uiText('shell:breadcrumbs') })).toContainText('Ana Moreau')
      await page.setViewportSize(phoneViewport)
      await page.setViewportSize({ width: 1280, height: 800 })
      await expectAccessibleInViews(page, 'overview of a client', heading(page, 'Ana Moreau'))
    })

    await test.step('the search names the next session of a client and opens it', async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.reload()
      await expect(heading(page, 'Ana Moreau')).toBeVisible()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').getByRole('combobox').fill('moreau')
      const open = page.getByRole('option', { name: uiText('palette:openNext', { name: 'Ana Moreau' }) })
      await expect(open).toBeVisible()
      await open.click()
      await expect(page).toHaveURL(new RegExp(next))
    })
    await expectNoErrors(nora)
  },
)
