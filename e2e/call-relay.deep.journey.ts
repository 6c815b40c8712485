import { expect } from '@playwright/test'
import { openTestLine } from '../apps/server/src/platform/relay/line.testing.ts'
import {
  bookCall,
  expectMovingPicture,
  joinFromPage,
  letIntoCall,
  openPageOf,
  openRelayForJourney,
  setUpCalls,
  testWithCamera as test,
} from './calls.ts'
import { uiText } from './ui-text.ts'

const line = openTestLine()
const startRelay = (port = 0) => openRelayForJourney({ port, forward: line.forward })
const calls = setUpCalls(startRelay)

test('a couple on two devices and the therapist see each other through the relay, also after a cut and restarts', async ({
  browser,
}) => {
  const [ana, ben] = [await calls.practice.newClient('Ana', 'Moreau'), await calls.practice.newClient('Ben', 'Moreau')]
  const sessionId = await bookCall(calls.practice, [ana, ben], 'couples')
  const nora = await openPageOf(calls, browser, calls.practice.therapist)
  const anaPage = await openPageOf(calls, browser, ana)
  const benPage = await openPageOf(calls, browser, ben)
  await joinFromPage(nora, sessionId)
  await joinFromPage(anaPage, sessionId, 'At home')
  await letIntoCall(nora, 'Ana Moreau')
  await joinFromPage(benPage, sessionId, 'At the office')
  await letIntoCall(nora, 'Ben Moreau')
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
  expect(calls.relay?.figures().allocations ?? 0).toBeGreaterThan(0)

  await test.step('the line is cut for some seconds, and the pictures come back by themselves', async () => {
    line.isCut = true
    await expect(anaPage.getByText(uiText('call:line.lost', { name: 'Nora Lindqvist' }))).toBeVisible()
    line.isCut = false
    await seeEachOther()
  })

  await test.step('the server restarts: the pictures go on, and a further cut is repaired through the new sockets', async () => {
    await calls.product.restart()
    await seeEachOther()
    line.isCut = true
    await expect(anaPage.getByText(uiText('call:line.lost', { name: 'Nora Lindqvist' }))).toBeVisible()
    line.isCut = false
    await seeEachOther()
  })

  await test.step('the relay restarts, and the pictures come back by themselves', async () => {
    const port = calls.relay?.port
    await calls.relay?.close()
    await expect(anaPage.getByText(uiText('call:line.lost', { name: 'Nora Lindqvist' }))).toBeVisible()
    calls.relay = await startRelay(port)
    await seeEachOther()
  })
})
