import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const field = (page: Page) => page.getByRole('textbox', { name: uiText('note:label') })
const notes = (page: Page) => page.getByRole('list', { name: uiText('note:list.title') })

test(
  'a therapist writes the notes that are missing and finds them in the record',
  { tag: '@deep' },
  async ({ browser }) => {
    for (const daysAgo of [6, 3]) {
      const startsAt = new Date(Date.now() - daysAgo * 24 * 60 * 60_000).toISOString()
      const session = { clientIds: [ana.clientId], startsAt, durationMinutes: 50, format: 'video' as const }
      await practice.therapist.api.session.logPast({ id: randomUUID(), ...session, outcome: 'completed' })
    }
    const nora = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora

    await test.step('the oldest note to write opens first; after signing, the next one', async () => {
      await page.goto('/dashboard/therapist/notes')
      await field(page).click()
      await page.keyboard.type('Slept through twice.')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: uiText('richText:tool.checklist') }).click()
      await page.keyboard.type('Call the sister')
      await page.getByRole('button', { name: uiText('note:sign.open') }).click()
      const dialog = page.getByRole('dialog', { name: uiText('note:sign.title') })
      await dialog.getByRole('button', { name: uiText('note:sign.submit') }).click()
      await expect(dialog).toBeHidden()
      await expect(field(page)).toHaveText('')
    })

    await test.step('carry forward copies the previous note in one step, which undo removes', async () => {
      await page.getByRole('button', { name: uiText('note:previous.carry') }).click()
      await expect(field(page)).toContainText('Slept through twice.')
      await expect(field(page).getByRole('checkbox')).toHaveCount(1)
      await page.getByRole('button', { name: uiText('richText:tool.undo') }).click()
      await expect(field(page)).toHaveText('')
      await page.getByRole('button', { name: uiText('note:previous.show') }).click()
      await expect(page.getByRole('complementary', { name: uiText('note:previous.title') })).toContainText(
        'Call the sister',
      )
      await field(page).click()
      await page.keyboard.type('Calmer at work.')
      await expect(page.getByText(uiTextPattern('note:state.saved', { when: /\d\d:\d\d/ })).first()).toBeVisible()
    })

    await test.step('the record lists both, the latest first, and finds one by a word', async () => {
      await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=notes`)
      await expect(notes(page).getByRole('listitem')).toHaveCount(3)
      await expect(notes(page).getByRole('listitem').nth(1)).toContainText('Calmer at work.')
      await page.getByLabel(uiText('note:list.search')).fill('sister')
      await expect(notes(page).getByRole('listitem')).toHaveCount(1)
      await notes(page).getByRole('button').click()
      await expect(page.getByRole('article').getByRole('listitem')).toContainText('Call the sister')
    })

    await test.step('the overview leads to the note about the client and shows it as it was formatted', async () => {
      await page.getByRole('tab', { name: uiText('client:profile.overview') }).click()
      const title = uiText('client:profile.about', { name: 'Ana' })
      const card = page.getByRole('region', { name: title })
      await card.getByRole('link', { name: uiText('client:profile.aboutWrite') }).click()
      await page.getByRole('textbox', { name: title }).click()
      await page.getByRole('button', { name: uiText('richText:tool.bullets') }).click()
      await page.keyboard.type('Sister in Kiel')
      await expect(page.getByText(uiTextPattern('note:state.saved', { when: /\d\d:\d\d/ })).first()).toBeVisible()
      await page.getByRole('tab', { name: uiText('client:profile.overview') }).click()
      await expect(card.getByRole('listitem')).toHaveText('Sister in Kiel')
    })
    await expectNoErrors(nora)
  },
)
