import { expect, test } from '@playwright/test'
import { openSignedIn, planSessionByApi, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('a therapist sets terms, and a client sees them before booking', async ({ browser }) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const { id } = await planSessionByApi(practice.therapist, ana.clientId, 6, 10, true)
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora

  await test.step('errors are shown, and leaving with unsaved changes asks first', async () => {
    await page.goto('/dashboard/therapist/settings?tab=sessions')
    const blocked = page.getByLabel('Only on request from').first()
    await blocked.fill('30')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This cannot begin earlier than the late window.')).toBeVisible()
    await blocked.fill('4')
    await expect(page.getByText(/Less than 4 hours before the start you can only ask/).first()).toBeVisible()
    await page.getByRole('tab', { name: uiText('account:settings.tab.personal') }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await expect(blocked).toHaveValue('4 h')
  })

  await test.step('saved terms apply at once: windows, early cancellations, a location, a second reminder', async () => {
    await page.getByLabel('Late from').first().fill('48')
    await page.getByRole('switch', { name: /^Accept early cancellations/ }).check({ force: true })
    await page.getByLabel(uiText('terms:defaults.video')).fill('https://meet.example.org/{room}')
    await page.getByRole('button', { name: uiText('terms:remind.add') }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved. It holds for your clients from now on.')).toBeVisible()
    const terms = await practice.therapist.api.terms.mine({})
    expect(terms).toMatchObject({
      cancel: { lateHours: 48, blockedHours: 4 },
      acceptEarlyCancels: true,
      remindBefore: [1440, 120],
    })
    const next = await planSessionByApi(practice.therapist, ana.clientId, 7, 10, true)
    expect(next.videoUrl).toMatch(/^https:\/\/meet\.example\.org\/[\w-]{20,}$/)
  })

  await test.step('the client sees the terms in the request dialogs', async () => {
    const client = await openSignedIn(browser, product, ana, { phone: true })
    await client.page.goto(`/dashboard/client/sessions/session-details?id=${id}`)
    await client.page.getByRole('button', { name: 'Change or cancel' }).click()
    const question = client.page.getByRole('dialog')
    await expect(question.getByText(/^Cancelling is free until/)).toBeVisible()
    await expect(question.getByText('The session is cancelled at once.')).toBeVisible()
    await expect(question.getByText(/^Moving is free until/)).toBeVisible()
    await expectNoErrors(client)
  })
  await expectNoErrors(nora)
})
