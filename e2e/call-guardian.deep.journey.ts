import { expect, type Page } from '@playwright/test'
import { newGuardianContact } from '../apps/server/src/features/people/guardian/invitations/guardian.invitations.testing.ts'
import { openRelay, type Relay } from '../apps/server/src/platform/relay/relay.ts'
import { bookCall, expectMovingPicture, joinFromPage, testWithCamera as test } from './calls.ts'
import { joinAsGuardianByApi, newGuardedClient } from './guardian-family.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { closeVisitors } from './visitor.ts'

const secret = 'secretOfTheRelayInJourneys'
let relay: Relay
let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 400_000 })
test.beforeAll(async () => {
  relay = await openRelay({ secret, host: null, port: 0 })
  const urls = `turn:127.0.0.1:${relay.port}?transport=udp`
  ;({ product, practice } = await startJourneyPractice({ TURN_URLS: urls, TURN_SECRET: secret }))
})
test.afterAll(async () => {
  await product.stop()
  await relay.close()
})
test.afterEach(closeVisitors)

async function admit(page: Page, name: string) {
  const notice = page.getByRole('alert', { name: uiText('callPage:notice.title') })
  await expect(notice).toContainText(name)
  await notice.getByRole('button', { name: uiText('callPage:notice.admit') }).click()
}

test('a mother joins the call of her child from another place, until the therapist ends her right', async ({
  browser,
}) => {
  const contact = newGuardianContact('maria@guardian.test', 'Maria Lopez')
  const leo = await newGuardedClient(practice, 'Leo', 9, [contact])
  const mother = await joinAsGuardianByApi(practice, leo.clientId, contact, ['sessions'])
  const sessionId = await bookCall(practice, [leo])
  const nora = (await openSignedIn(browser, product, practice.therapist)).page
  const leoPage = (await openSignedIn(browser, product, leo)).page
  const maria = (await openSignedIn(browser, product, mother)).page
  const ofMother = uiText('callPage:guardian', { name: 'Maria Lopez', client: 'Leo' })

  await test.step('child and therapist are in the call', async () => {
    await joinFromPage(nora, sessionId)
    await joinFromPage(leoPage, sessionId, 'At my father')
    await admit(nora, 'Leo Weber')
    await expectMovingPicture(nora, 'Leo')
  })

  await test.step('she joins from the page of the session, and the therapist reads for whom', async () => {
    await maria.goto(`/for/${leo.clientId}/sessions/${sessionId}`)
    await maria.getByRole('link', { name: uiText('negotiation:join') }).click()
    await expect(maria.getByText(uiText('call:before.guardian', { client: 'Leo' }))).toBeVisible()
    await maria.getByLabel(uiText('call:before.where')).fill('At work')
    await maria.getByRole('button', { name: uiText('call:before.join'), exact: true }).click()
    await expect(maria.getByText(uiText('call:waiting.title', { name: 'Nora' }))).toBeVisible()
    await admit(nora, ofMother)
  })

  await test.step('all three see each other, and she reaches the others through the relay', async () => {
    await expectMovingPicture(maria, 'Nora Lindqvist')
    await expectMovingPicture(maria, 'Leo')
    await expectMovingPicture(leoPage, 'Maria')
    await expectMovingPicture(nora, 'Maria')
    expect(relay.figures().allocations).toBeGreaterThan(0)
    await expect(nora.getByRole('region', { name: ofMother })).toContainText('At work')
  })

  await test.step('the therapist ends her right: she is out, and the child stays', async () => {
    await practice.therapist.api.guardian.end({ id: mother.guardianId })
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
