import { expect, type Page, type Route } from '@playwright/test'
import { openSignedIn, type JourneyPractice, startJourneyPractice } from './practice.ts'
import { callServer, leaveAlone, lockTitle, unlock } from './lock.ts'
import { testWithMicrophone as test } from './microphone.ts'
import type { JourneyServer } from './server.ts'
import { installFakeClock } from './time.ts'
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

const nora = 'Nora Lindqvist'
const field = (page: Page) => page.getByRole('textbox', { name: uiText('message:write', { name: nora }) })
const own = (page: Page) =>
  page.getByRole('list', { name: uiText('message:messagesOf', { name: nora }) }).locator(':scope > [data-seq]')
/** Leaves the page idle for 31 minutes and waits until the server has locked the login too. */
async function lock(page: Page) {
  await leaveAlone(page)
  await expect.poll(() => callServer(page)).toEqual([401, 'SCREEN_LOCKED'])
}
test('a text and an upload that are under way when the page locks arrive once after it is unlocked', async ({
  browser,
}) => {
  const ada = await practice.newClient('Ada', 'Lund')
  // The page must send the held upload itself, so the service worker is off.
  const visitor = await openSignedIn(browser, product, ada, { plain: true })
  const { page } = visitor
  await installFakeClock(page)
  await page.goto(`/dashboard/client/messages?conversation=${ada.clientId}`)
  const held: Route[] = []
  let isHeld = true
  await page.route('**/api/uploads/*', (route) => {
    if (!isHeld || route.request().method() !== 'PATCH') return route.continue()
    held.push(route)
  })
  await field(page).fill('This is the letter of my mother.')
  const buffer = Buffer.from(`%PDF-1.7\n${'% Dear Ada\n'.repeat(300_000)}startxref\n9\n%%EOF\n`)
  const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer }
  await page.locator('input[type=file]').first().setInputFiles(letter)
  await expect.poll(() => held.length).toBeGreaterThan(0)

  await lock(page)
  isHeld = false
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 401)
  for (const route of held) await route.continue()
  await refused
  await expect(lockTitle(page)).toBeVisible()
  expect(await page.locator('html').innerHTML()).not.toMatch(/letter\.pdf|mother/)

  await unlock(page)
  await expect(field(page)).toHaveText(/letter of my mother/)
  await page.getByRole('button', { name: uiText('message:send'), exact: true }).click()
  await expect(own(page)).toHaveCount(1)
  await expect(own(page).first()).toContainText('letter.pdf')
  await expect
    .poll(async () => {
      const { items } = await practice.therapist.api.message.messages({ id: ada.clientId })
      return items.map(({ text, attachments }) => [text, attachments.map(({ size, state }) => [size, state])])
    })
    .toEqual([['This is the letter of my mother.', [[buffer.length, 'ready']]]])
  await expectNoErrors(visitor)
})

test('a recording that runs when the page locks is kept and can be sent after it is unlocked', async ({ browser }) => {
  const ben = await practice.newClient('Ben', 'Winter')
  const visitor = await openSignedIn(browser, product, ben)
  const { page } = visitor
  await installFakeClock(page)
  await page.goto(`/dashboard/client/messages?conversation=${ben.clientId}`)
  await page.getByRole('button', { name: uiText('message:recordVoice'), exact: true }).click()
  await expect(page.getByText(uiText('voiceMessage:time', { now: '0:02', whole: '10:00' }))).toBeVisible()
  await lock(page)
  await unlock(page)
  await page.getByRole('button', { name: uiText('message:send'), exact: true }).click()
  await expect(own(page)).toHaveCount(1)
  await expect(own(page).first().getByRole('slider')).toBeVisible()
  await expectNoErrors(visitor)
})
