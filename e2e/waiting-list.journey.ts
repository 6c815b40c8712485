import { expect, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('a client joins the waiting list, the therapist offers a free time, and accepting it confirms the session @deep', async ({
  browser,
}) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  await page.goto('/dashboard/therapist/waiting-list')
  await page
    .getByRole('combobox', { name: uiText('waitingList:settings.mode') })
    .selectOption({ label: uiText('waitingList:settings.modes.click') })
  await expect(page.getByText(uiText('waitingList:settings.hint.click'))).toBeVisible()
  await expectAccessibleInViews(page, 'empty waiting list', heading(page, uiText('waitingList:title')))

  const phone = await openSignedIn(browser, product, ana, { phone: true })
  await phone.page.goto('/dashboard/client/waiting-list')
  await phone.page.getByRole('button', { name: uiText('waitingList:ask.join') }).click()
  const dialog = phone.page.getByRole('dialog')
  await dialog.getByRole('button', { name: uiText('waitingList:ask.join') }).click()
  await expect(phone.page.getByRole('heading', { name: uiText('waitingList:own.entries') })).toBeVisible()

  await expect(page.getByText('Ana Moreau')).toBeVisible()
  const { entries } = await practice.therapist.api.waitingList.list({})
  const startsAt = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 5 * 86_400_000).toISOString()
  await practice.therapist.api.waitingList.offer({ id: randomUUID(), entryId: entries[0]?.id ?? '', startsAt })
  await expect(phone.page.getByRole('heading', { name: uiText('waitingList:own.offers') })).toBeVisible()
  await test.step('the home names the offer once, and leads to the answer', async () => {
    await phone.page.goto('/dashboard/client')
    const answer = phone.page.getByRole('link', { name: uiTextPattern('dashboard:client.offer') })
    await expect(answer).toHaveCount(1)
    await expectAccessibleInViews(phone.page, 'a home with an offer', answer)
    await answer.click()
  })
  await expectAccessibleInViews(phone.page, 'an offer', heading(phone.page, uiText('waitingList:title')))
  await phone.page.getByRole('button', { name: uiTextPattern('waitingList:offer.acceptOf') }).click()
  await expect(phone.page).toHaveURL(/session-details/)
  await expect(page.getByText(uiText('waitingList:entries.emptyTitle'))).toBeVisible()
  await expectNoErrors(nora, phone)
})
