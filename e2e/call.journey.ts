import { expect, type Page } from '@playwright/test'
import { bookCall, expectMovingPicture, expectSound, joinCall, testWithCamera as test, watchSound } from './calls.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const button = (page: Page, key: string) => page.getByRole('button', { name: uiText(key), exact: true })

test('a client waits, is let in, and both see and hear each other [3.08]', async ({ browser }) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const sessionId = await bookCall(practice, [ana])
  const therapist = await openSignedIn(browser, product, practice.therapist)
  const client = await openSignedIn(browser, product, ana)
  const [nora, anaPage] = [therapist.page, client.page]
  await Promise.all([watchSound(nora), watchSound(anaPage)])

  await test.step('the client waits, and the therapist is told on whatever page is open', async () => {
    await nora.goto('/dashboard/therapist')
    await joinCall(anaPage, sessionId, 'At home')
    await expect(anaPage.getByText(uiText('call:waiting.title', { name: 'Nora' }))).toBeVisible()
    const notice = nora.getByRole('alert', { name: uiText('callPage:notice.title') })
    await expect(notice).toContainText('Ana Moreau')
    await expect(notice).toContainText('At home')
  })

  await test.step('the therapist joins and lets the client in; both see changing pictures and hear sound', async () => {
    await joinCall(nora, sessionId)
    await button(nora, 'callPage:notice.admit').click()
    await expectMovingPicture(nora, 'Ana')
    await expectMovingPicture(anaPage, 'Nora Lindqvist')
    await Promise.all([expectSound(nora), expectSound(anaPage)])
  })
  await expectNoErrors(therapist, client)
})
