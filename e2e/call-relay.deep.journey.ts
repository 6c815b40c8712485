import { expect, type Page } from '@playwright/test'
import { openTestLine } from '../apps/server/src/platform/relay/line.testing.ts'
import { openRelay, type Relay } from '../apps/server/src/platform/relay/relay.ts'
import { bookCall, expectMovingPicture, joinFromPage, testWithCamera as test } from './calls.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors } from './visitor.ts'

const secret = 'secretOfTheRelayInJourneys'
const line = openTestLine()
const startRelay = (port: number) => openRelay({ secret, host: null, port, forward: line.forward })
let relay: Relay
let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 400_000 })
test.beforeAll(async () => {
  relay = await startRelay(0)
  const urls = `turn:127.0.0.1:${relay.port}?transport=udp`
  ;({ product, practice } = await startJourneyPractice({ TURN_URLS: urls, TURN_SECRET: secret }))
})
test.afterAll(async () => {
  await product.stop()
  await relay.close()
})
test.afterEach(closeVisitors)

test('a couple on two devices and the therapist see each other through the relay, also after a cut and restarts', async ({
  browser,
}) => {
  const [ana, ben] = [await practice.newClient('Ana', 'Moreau'), await practice.newClient('Ben', 'Moreau')]
  const sessionId = await bookCall(practice, [ana, ben], 'couples')
  const nora = (await openSignedIn(browser, product, practice.therapist)).page
  const anaPage = (await openSignedIn(browser, product, ana)).page
  const benPage = (await openSignedIn(browser, product, ben)).page
  await joinFromPage(nora, sessionId)
  await joinFromPage(anaPage, sessionId, 'At home')
  await admit(nora, 'Ana Moreau')
  await joinFromPage(benPage, sessionId, 'At the office')
  await admit(nora, 'Ben Moreau')
  const seeEachOther = () =>
    Promise.all([
      expectMovingPicture(nora, 'Ana'),
      expectMovingPicture(nora, 'Ben'),
      expectMovingPicture(anaPage, 'Nora Lindqvist'),
      expectMovingPicture(anaPage, 'Ben'),
      expectMovingPicture(benPage, 'Nora Lindqvist'),
      expectMovingPicture(benPage, 'Ana'),
    ])
  await seeEachOther()
  expect(relay.figures().allocations).toBeGreaterThan(0)

  await test.step('the line is cut for some seconds, and the pictures come back by themselves', async () => {
    line.isCut = true
    await expect(anaPage.getByText(uiText('call:line.lost', { name: 'Nora Lindqvist' }))).toBeVisible()
    line.isCut = false
    await seeEachOther()
  })

  await test.step('the server restarts: the pictures go on, and a further cut is repaired through the new sockets', async () => {
    await product.restart()
    await seeEachOther()
    line.isCut = true
    await expect(anaPage.getByText(uiText('call:line.lost', { name: 'Nora Lindqvist' }))).toBeVisible()
    line.isCut = false
    await seeEachOther()
  })

  await test.step('the relay restarts, and the pictures come back by themselves', async () => {
    const { port } = relay
    await relay.close()
    await expect(anaPage.getByText(uiText('call:line.lost', { name: 'Nora Lindqvist' }))).toBeVisible()
    relay = await startRelay(port)
    await seeEachOther()
  })
})

async function admit(page: Page, name: string) {
  const notice = page.getByRole('alert', { name: uiText('callPage:notice.title') })
  await expect(notice).toContainText(name)
  await notice.getByRole('button', { name: uiText('callPage:notice.admit') }).click()
}
