import { expect } from '@playwright/test'
import { newGuardianContact } from '../apps/server/src/features/people/guardian/invitations/guardian.invitations.testing.ts'
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
import { joinAsGuardianByApi, newGuardedClient } from './guardian-family.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

const calls = setUpCalls(openRelayForJourney)

test('a mother joins the call of her child from another place, until the therapist ends her right', async ({
  browser,
}) => {
  const contact = newGuardianContact('maria@guardian.test', 'Maria Lopez')
  const leo = await newGuardedClient(calls.practice, 'Leo', 9, [contact])
  const mother = await joinAsGuardianByApi(calls.practice, leo.clientId, contact, ['sessions'])
  const sessionId = await bookCall(calls.practice, [leo])
  const nora = await openPageOf(calls, browser, calls.practice.therapist)
  const leoPage = await openPageOf(calls, browser, leo)
  const maria = await openPageOf(calls, browser, mother)
  const ofMother = uiText('callPage:guardian', { name: 'Maria Lopez', client: 'Leo' })

  await test.step('child and therapist are in the call', async () => {
    await joinFromPage(nora, sessionId)
    await joinFromPage(leoPage, sessionId, 'At my father')
    await letIntoCall(nora, 'Leo Weber')
    await expectMovingPicture(nora, 'Leo')
  })

  await test.step('she joins from the page of the session, and the therapist reads for whom', async () => {
    await maria.goto(`/for/${leo.clientId}/sessions/${sessionId}`)
    await maria.getByRole('link', { name: uiText('negotiation:join') }).click()
    await expect(maria.getByText(uiText('call:before.guardian', { client: 'Leo' }))).toBeVisible()
    await maria.getByLabel(uiText('call:before.where')).fill('At work')
    await maria.getByRole('button', { name: uiText('call:before.join'), exact: true }).click()
    await expect(maria.getByText(uiText('call:waiting.title', { name: 'Nora' }))).toBeVisible()
    await letIntoCall(nora, ofMother)
  })

  await test.step('all three see each other, and she reaches the others through the relay', async () => {
    await expectMovingPicture(maria, 'Nora Lindqvist')
    await expectMovingPicture(maria, 'Leo')
    await expectMovingPicture(leoPage, 'Maria')
    await expectMovingPicture(nora, 'Maria')
    expect(calls.relay?.figures().allocations ?? 0).toBeGreaterThan(0)
    await expect(nora.getByRole('region', { name: ofMother })).toContainText('At work')
  })

  await test.step('the therapist ends her right: she is out, and the child stays', async () => {
    await calls.practice.therapist.api.guardian.end({ id: mother.guardianId })
    await expect(maria.getByText(uiText('callPage:end.notAllowed.title'))).toBeVisible()
    await expect(leoPage.locator('video[aria-label="Maria"]')).toHaveCount(0)
    await expectMovingPicture(leoPage, 'Nora Lindqvist')
    await maria.goto(`/call/${sessionId}?for=${leo.clientId}`)
    await expect(maria.getByText(uiText('callPage:state.notFound.title'))).toBeVisible()
  })

  await test.step('the session shows the therapist her time in the call', async () => {
    await nora.getByRole('link', { name: uiText('callPage:toSession') }).click()
    const time = uiTextPattern('callPage:time.person', { name: ofMother, count: /\d+/ })
    await expect(nora.getByText(time)).toBeVisible()
  })
})
