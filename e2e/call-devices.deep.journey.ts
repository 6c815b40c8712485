import { expect, type Page } from '@playwright/test'
import {
  bookCall,
  callButton,
  expectMovingPicture,
  joinFromPage,
  openPageOf,
  setUpCalls,
  testWithCamera as test,
} from './calls.ts'
import { uiText } from './ui-text.ts'

const calls = setUpCalls()

const admit = (page: Page) => callButton(page, 'callPage:notice.admit').click()

test('a client reloads, changes the device and is removed; the therapist shares and ends', async ({ browser }) => {
  const ana = await calls.practice.newClient('Ana', 'Moreau')
  const sessionId = await bookCall(calls.practice, [ana])
  const nora = await openPageOf(calls, browser, calls.practice.therapist)
  const first = await openPageOf(calls, browser, ana)
  const second = await openPageOf(calls, browser, ana)
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
    await callButton(nora, 'call:shareScreen').click()
    await expect(callButton(nora, 'call:stopSharing')).toBeVisible()
    await expectMovingPicture(second, 'Nora Lindqvist')
    await callButton(nora, 'call:stopSharing').click()
    await expectMovingPicture(second, 'Nora Lindqvist')
  })

  await test.step('the client may share a screen once the therapist allows it', async () => {
    await expect(callButton(second, 'call:shareScreen')).toBeHidden()
    await nora.getByLabel(uiText('callPage:people.share')).check()
    await expect(callButton(second, 'call:shareScreen')).toBeVisible()
  })

  await test.step('a muted microphone and a camera that is off are shown to the other', async () => {
    await second.keyboard.press('m')
    await expect(nora.getByRole('img', { name: uiText('call:otherMuted') })).toBeVisible()
    await second.keyboard.press('v')
    await expect(nora.getByText(uiText('call:otherCameraOff', { name: 'Ana' }))).toBeVisible()
  })

  await test.step('a client who was removed cannot come back', async () => {
    await callButton(nora, 'callPage:remove.button').click()
    await callButton(nora, 'callPage:remove.leave').click()
    await expect(second.getByText(uiText('callPage:end.removed.title'))).toBeVisible()
    await joinFromPage(second, sessionId, 'At home')
    await expect(second.getByText(uiText('callPage:refused.REMOVED'))).toBeVisible()
  })

  await test.step('the therapist ends the call for everyone', async () => {
    await callButton(nora, 'call:endForAll').click()
    await callButton(nora, 'callPage:endAll.leave').click()
    await expect(nora.getByText(uiText('callPage:end.endedByYou.title'))).toBeVisible()
  })
})
