import type { Page } from '@playwright/test'
import {
  bookCall,
  callButton,
  expectMovingPicture,
  joinFromPage,
  openVisitorOf,
  setUpCalls,
  testWithCamera as test,
} from './calls.ts'
import { uiText } from './ui-text.ts'
import { allViews, desktopViewport, expectAccessibleInViews, setView } from './views.ts'
import { expectNoErrors } from './visitor.ts'

const calls = setUpCalls()

/** Opens a dialog of the call, checks it, and closes it. */
async function checkDialog(page: Page, name: string, key: 'call:devices' | 'call:safety.title') {
  await callButton(page, key).click()
  await expectAccessibleInViews(page, name, page.getByRole('dialog', { name: uiText(key) }))
  await page.keyboard.press('Escape')
  await page.setViewportSize(desktopViewport)
}

test('the screens of a call have no axe violations [look.md: axe 0, 390 px]', async ({ browser }) => {
  const ana = await calls.practice.newClient('Ana', 'Moreau')
  const sessionId = await bookCall(calls.practice, [ana])
  const therapist = await setView(await openVisitorOf(calls, browser, calls.practice.therapist))
  const client = await setView(await openVisitorOf(calls, browser, ana))
  const refused = await setView(await openVisitorOf(calls, browser, ana))
  const [nora, anaPage] = [therapist.page, client.page]
  const own = anaPage.getByLabel(uiText('call:own'), { exact: true })

  await refused.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await refused.page.goto(`/call/${sessionId}`)
  const isBlocked = refused.page.getByText(uiText('call:problem.refused.both'))
  await expectAccessibleInViews(refused.page, 'before the call, without permission', isBlocked, allViews)
  await refused.page.close()

  await anaPage.goto(`/call/${sessionId}`)
  await expectAccessibleInViews(anaPage, 'before the call', own, allViews)
  await joinFromPage(anaPage, sessionId, 'Home, 12 Mill Lane')
  const waits = anaPage.getByText(uiText('call:waiting.title', { name: 'Nora' }))
  await expectAccessibleInViews(anaPage, 'the waiting room', waits, allViews)

  await nora.goto('/dashboard/therapist')
  const notice = nora.getByRole('alert', { name: uiText('callPage:notice.title') })
  await expectAccessibleInViews(nora, 'somebody waits', notice, allViews, 'section[role=alert]')
  await callButton(nora, 'callPage:notice.later').click()
  const later = anaPage.getByText(uiText('call:waiting.later', { name: 'Nora' }))
  await expectAccessibleInViews(anaPage, 'five more minutes', later)

  await joinFromPage(nora, sessionId)
  await callButton(nora, 'callPage:notice.admit').click()
  await expectMovingPicture(nora, 'Ana')
  const leave = (page: Page) => callButton(page, 'call:leave')
  await expectAccessibleInViews(anaPage, 'the call of a client', leave(anaPage), allViews)
  await checkDialog(anaPage, 'camera and sound', 'call:devices')
  await checkDialog(anaPage, 'the safety number', 'call:safety.title')
  await callButton(nora, 'callPage:people.showEmergency').click()
  const people = nora.getByRole('complementary', { name: uiText('callPage:people.title') })
  await people.getByText(uiText('callPage:people.noEmergency')).waitFor()
  await expectAccessibleInViews(nora, 'the call with the panel of the therapist', people, allViews)

  await nora.setViewportSize(desktopViewport)
  await nora.getByRole('link', { name: uiText('callPage:toSession') }).click()
  const title = uiText('callPage:small.title', { name: 'Ana Moreau' })
  const small = nora.getByRole('region', { name: title, exact: true })
  await expectAccessibleInViews(nora, 'the small window', small, allViews, `section[aria-label="${title}"]`)

  await leave(anaPage).click()
  const left = anaPage.getByText(uiText('callPage:end.left.title'))
  await expectAccessibleInViews(anaPage, 'the end of the call', left, allViews)
  await expectNoErrors(therapist, client)
})
