import { fileLimits } from '@attune/contract/features/care/file/file.rules'
import { writeFile } from 'node:fs/promises'
import { expect, type Page, type Route, type TestInfo } from '@playwright/test'
import { makeVideo } from '../apps/server/src/testing/faults/interrupted-uploads.ts'
import { openSignedIn, type JourneyPractice, startJourneyPractice } from './practice.ts'
import { callServer, leaveAlone, lockTitle, unlock } from './lock.ts'
import { testWithMicrophone as test } from './microphone.ts'
import type { JourneyServer } from './server.ts'
import { installFakeClock } from './time.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors, visitorPassword } from './visitor.ts'

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
const send = (page: Page) => page.getByRole('button', { name: uiText('message:send'), exact: true }).click()
/** Holds the uploads of a page back after the given number of chunks. `release` sends them, and waits for the refusal of the locked login. */
async function holdUploads(page: Page, chunks: number) {
  const held: Route[] = []
  let passed = 0
  let isHeld = true
  await page.route('**/api/uploads/*', (route) => {
    if (route.request().method() !== 'PATCH' || !isHeld || passed++ < chunks) return route.continue()
    held.push(route)
  })
  return {
    begun: () => expect.poll(() => held.length).toBeGreaterThan(0),
    async release(status: 401 | 204) {
      isHeld = false
      const answered = page.waitForResponse(
        (answer) => answer.request().method() === 'PATCH' && answer.status() === status,
      )
      for (const route of held) await route.continue()
      await answered
    },
  }
}
async function chooseVideo(page: Page, size: number, info: TestInfo) {
  const path = info.outputPath('walk.mp4')
  await writeFile(path, makeVideo(size, 1))
  await page.locator('input[type=file]').first().setInputFiles(path)
}
/** Waits until the therapist has one message of the client, with one file of this size. */
const expectOneFile = ({ clientId }: { clientId: string }, size: number) =>
  expect
    .poll(
      async () => {
        const { items } = await practice.therapist.api.message.messages({ id: clientId })
        return items.map(({ attachments }) => attachments.map((file) => [file.size, file.state]))
      },
      { timeout: 60_000 },
    )
    .toEqual([[[size, 'ready']]])

test('a text and an upload that are under way when the page locks arrive once after it is unlocked', async ({
  browser,
}) => {
  const ada = await practice.newClient('Ada', 'Lund')
  // The page itself must send the held upload, so the service worker is blocked.
  const visitor = await openSignedIn(browser, product, ada, { plain: true })
  const { page } = visitor
  await installFakeClock(page)
  await page.goto(`/dashboard/client/messages?conversation=${ada.clientId}`)
  const uploads = await holdUploads(page, 0)
  await field(page).fill('This is the letter of my mother.')
  const buffer = Buffer.from(`%PDF-1.7\n${'% Dear Ada\n'.repeat(300_000)}startxref\n9\n%%EOF\n`)
  const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer }
  await page.locator('input[type=file]').first().setInputFiles(letter)
  await uploads.begun()

  await lock(page)
  await uploads.release(401)
  await expect(lockTitle(page)).toBeVisible()
  expect(await page.locator('html').innerHTML()).not.toMatch(/letter\.pdf|mother/)

  await unlock(page)
  await expect(field(page)).toHaveText(/letter of my mother/)
  await send(page)
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

test('the video of a sent message, of the largest size and under way when the page locks, arrives once after it is unlocked', async ({
  browser,
}, info) => {
  const eva = await practice.newClient('Eva', 'Sommer')
  const visitor = await openSignedIn(browser, product, eva, { plain: true })
  const { page } = visitor
  await installFakeClock(page)
  await page.goto(`/dashboard/client/messages?conversation=${eva.clientId}`)
  const uploads = await holdUploads(page, 12)
  await chooseVideo(page, fileLimits.video, info)
  await send(page)
  await uploads.begun()
  await lock(page)
  await uploads.release(401)
  await unlock(page)
  // The rest of the file, 76 MB, takes longer than the default wait.
  await expectOneFile(eva, fileLimits.video)
  await expect(own(page)).toHaveCount(1)
  await expectNoErrors(visitor)
})

test('a login that ends while a locked page holds an upload is replaced by a new one, and the file arrives once', async ({
  browser,
}, info) => {
  const mia = await practice.newClient('Miranda', 'Falkner')
  const visitor = await openSignedIn(browser, product, mia, { plain: true })
  const { page } = visitor
  await installFakeClock(page)
  await page.goto(`/dashboard/client/messages?conversation=${mia.clientId}`)
  const uploads = await holdUploads(page, 3)
  const size = 16 * 1024 * 1024
  await chooseVideo(page, size, info)
  await uploads.begun()
  await lock(page)
  await uploads.release(401)

  const elsewhere = practice.newMember(mia.email)
  await elsewhere.api.login.signIn({ email: mia.email, password: visitorPassword })
  await elsewhere.api.login.endOtherLogins({})
  await test.step('somebody with the device sees no name after a wrong password', async () => {
    await page.getByLabel(uiText('login:password'), { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByText(uiText('common:errors.NO_LOGIN'))).toBeVisible()
    expect(await page.locator('html').innerHTML()).not.toMatch(/Miranda|Falkner|Lindqvist|walk\.mp4/)
    expect(
      await page.locator('input').evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value)),
    ).toEqual([''])
  })
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await page.keyboard.press('Enter')
  await send(page)
  await expectOneFile(mia, size)
  await expect(own(page)).toHaveCount(1)
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
  await send(page)
  await expect(own(page)).toHaveCount(1)
  await expect(own(page).first().getByRole('slider')).toBeVisible()
  await expectNoErrors(visitor)
})
