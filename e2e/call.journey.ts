import { expect } from '@playwright/test'
import {
  bookCall,
  callButton,
  expectMovingPicture,
  expectSound,
  joinFromPage,
  openVisitorOf,
  readSafetyNumber,
  setUpCalls,
  watchSound,
  testWithCamera as test,
} from './calls.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { expectNoErrors } from './visitor.ts'

const calls = setUpCalls()

test('a client waits, is let in, and both see and hear each other [3.08]', async ({ browser }) => {
  const ana = await calls.practice.newClient('Ana', 'Moreau')
  const sessionId = await bookCall(calls.practice, [ana])
  const therapist = await openVisitorOf(calls, browser, calls.practice.therapist)
  const client = await openVisitorOf(calls, browser, ana)
  const [nora, anaPage] = [therapist.page, client.page]
  await Promise.all([watchSound(nora), watchSound(anaPage)])

  await test.step('the client waits, and the therapist is told on whatever page is open', async () => {
    await nora.goto('/dashboard/therapist')
    await joinFromPage(anaPage, sessionId, 'At home')
    await expect(anaPage.getByText(uiText('call:waiting.title', { name: 'Nora' }))).toBeVisible()
    const notice = nora.getByRole('alert', { name: uiText('callPage:notice.title') })
    await expect(notice).toContainText('Ana Moreau')
    await expect(notice).toContainText('At home')
  })

  await test.step('the therapist joins and lets the client in; both see changing pictures and hear sound', async () => {
    await joinFromPage(nora, sessionId)
    await callButton(nora, 'callPage:notice.admit').click()
    await expectMovingPicture(nora, 'Ana')
    await expectMovingPicture(anaPage, 'Nora Lindqvist')
    await Promise.all([expectSound(nora), expectSound(anaPage)])
  })

  await test.step('both read the same safety number', async () => {
    const numbers = await Promise.all([nora, anaPage].map(readSafetyNumber))
    expect(numbers[0]).toMatch(/^\d{3} \d{3} \d{3} \d{3}$/)
    expect(numbers[1]).toBe(numbers[0])
  })

  await test.step('the therapist writes the note meanwhile, beside the small window of the call', async () => {
    await nora.getByRole('link', { name: uiText('callPage:toSession') }).click()
    const small = nora.getByRole('region', {
      name: uiText('callPage:small.title', { name: 'Ana Moreau' }),
      exact: true,
    })
    await expect(small).toBeVisible()
    await nora.getByRole('textbox', { name: uiText('note:label') }).fill('Talks about the move.')
    await expect
      .poll(async () => (await calls.practice.therapist.api.note.open({ sessionId })).text)
      .toBe('Talks about the move.')
    await expectMovingPicture(nora, 'Ana')
    await expectMovingPicture(anaPage, 'Nora Lindqvist')
    await small.getByRole('link', { name: uiText('callPage:small.back') }).click()
    await expectMovingPicture(nora, 'Ana')
  })

  await test.step('the client leaves; the session shows the minutes in the call', async () => {
    await callButton(anaPage, 'call:leave').click()
    await expect(anaPage.getByText(uiText('callPage:end.left.title'))).toBeVisible()
    await expect(nora.getByText(uiText('call:before.notThere', { name: 'Ana Moreau' }))).toBeVisible()
    await anaPage.getByRole('link', { name: uiText('callPage:openSession') }).click()
    await expect(anaPage.getByText(uiTextPattern('callPage:time.own', { count: /\d+/ }))).toBeVisible()
  })
  await expectNoErrors(therapist, client)
})

test('a client of another session finds no call', async ({ browser }) => {
  const [ana, ben] = [await calls.practice.newClient('Anna', 'Sand'), await calls.practice.newClient('Ben', 'Ode')]
  const sessionId = await bookCall(calls.practice, [ana])
  const stranger = await openVisitorOf(calls, browser, ben)
  await stranger.page.goto(`/call/${sessionId}`)
  await expect(stranger.page.getByText(uiText('callPage:state.notFound.title'))).toBeVisible()
})
