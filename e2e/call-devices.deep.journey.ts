import { expect, type Page } from '@playwright/test'
import { bookCall, expectMovingPicture, joinFromPage, testWithCamera as test } from './calls.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 400_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const button = (page: Page, key: Parameters<typeof uiText>[0]) =>
  page.getByRole('button', { name: uiText(key), exact: true })
const admit = (page: Page) => button(page, 'callPage:notice.admit').click()

test('a client reloads, changes the device and is removed; the therapist shares and ends', async ({ browser }) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const sessionId = await bookCall(practice, [ana])
  const nora = (await openSignedIn(browser, product, practice.therapist)).page
  const first = (await openSignedIn(browser, product, ana)).page
  const second = (await openSignedIn(browser, product, ana)).page
  await joinFromPage(nora, sessionId)
  await joinFromPage(first, sessionId, 'At home')
  await admit(nora)
  await expectMovingPicture(first, 'Nora Lindqvist')

  await test.step('after a reload the client is back without being let in again', async () => {
    first.on('dialog', (dialog) => void dialog.accept())
    await joinFromPage(first, sessionId, 'At home')
    await expectMovingPicture(first, 'Nora Lindqvist')
    await expectMovingPicture(nora, 'Ana')
  })

  await test.step('joining on a second device ends the call on the first', async () => {
    await joinFromPage(second, sessionId, 'On the train')
    await expect(first.getByText(uiText('callPage:end.takenOver.title'))).toBeVisible()
    await expectMovingPicture(second, 'Nora Lindqvist')
    await expectMovingPicture(nora, 'Ana')
  })

  await test.step('the therapist shares a screen instead of the camera', async () => {
    await button(nora, 'call:shareScreen').click()
    await expect(button(nora, 'call:stopSharing')).toBeVisible()
    await expectMovingPicture(second, 'Nora Lindqvist')
    await button(nora, 'call:stopSharing').click()
    await expectMovingPicture(second, 'Nora Lindqvist')
  })

  await test.step('the client may share a screen once the therapist allows it', async () => {
    await expect(button(second, 'call:shareScreen')).toBeHidden()
    await nora.getByLabel(uiText('callPage:people.share')).check()
    await expect(button(second, 'call:shareScreen')).toBeVisible()
  })

  await test.step('a muted microphone and a camera that is off are shown to the other', async () => {
    await second.keyboard.press('m')
    await expect(nora.getByRole('img', { name: uiText('call:otherMuted') })).toBeVisible()
    await second.keyboard.press('v')
    await expect(nora.getByText(uiText('call:otherCameraOff', { name: 'Ana' }))).toBeVisible()
  })

  await test.step('a client who was removed cannot come back', async () => {
    await button(nora, 'callPage:remove.button').click()
    await button(nora, 'callPage:remove.leave').click()
    await expect(second.getByText(uiText('callPage:end.removed.title'))).toBeVisible()
    await joinFromPage(second, sessionId, 'At home')
    await expect(second.getByText(uiText('callPage:refused.REMOVED'))).toBeVisible()
  })

  await test.step('the therapist ends the call for everyone', async () => {
    await button(nora, 'call:endForAll').click()
    await button(nora, 'callPage:endAll.leave').click()
    await expect(nora.getByText(uiText('callPage:end.endedByYou.title'))).toBeVisible()
  })
})
