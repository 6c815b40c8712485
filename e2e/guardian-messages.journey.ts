import { type Browser, expect, test } from '@playwright/test'
import { newGuardianContact } from '../apps/server/src/features/people/guardian/invitations/guardian.invitations.testing.ts'
import { joinAsGuardianByApi, newGuardedClient } from './guardian-family.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { desktopViewport, expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const nora = { name: 'Nora Lindqvist' }
const anna = { name: 'Anna Weber' }

/** Tim, a child with an account, and Anna, a guardian who has only the right to messages. */
async function createFamily() {
  const contact = newGuardianContact('anna@practice.test')
  const tim = await newGuardedClient(practice, 'Tim', 14, [contact])
  const mother = await joinAsGuardianByApi(practice, tim.clientId, contact, ['messages'])
  return { tim, mother }
}

const open = (browser: Browser, member: JourneyPractice['therapist']) => openSignedIn(browser, product, member)

test('a mother and the therapist write to each other; the child sees only that they do, and the end of the right empties her page @slow', async ({
  browser,
}) => {
  const { tim, mother } = await createFamily()
  const { clientId } = tim
  const atAnna = await open(browser, mother)
  const atNora = await open(browser, practice.therapist)
  const atTim = await open(browser, tim)
  const [annas, noras, tims] = [atAnna.page, atNora.page, atTim.page]
  const write = (page: typeof annas, to: { name: string }) =>
    page.getByRole('textbox', { name: uiText('message:write', to) })
  const send = (page: typeof annas) => page.getByRole('button', { name: uiText('message:send'), exact: true }).click()

  await test.step('she writes from the home of the child', async () => {
    await annas.goto(`/for/${clientId}`)
    await annas.getByRole('link', { name: uiText('guardianMessages:write', nora) }).click()
    await write(annas, nora).fill('Tim sleeps badly this week.')
    await send(annas)
    await expect(annas.getByText('Tim sleeps badly this week.')).toBeVisible()
    await expect(write(annas, nora)).toHaveValue('')
    const page = heading(annas, uiText('guardianMessages:with', nora))
    await expectAccessibleInViews(annas, 'messages of a guardian', page)
    await annas.setViewportSize(desktopViewport)
  })

  await test.step('the therapist finds the conversation in the list and answers; the answer appears without a reload', async () => {
    await noras.goto('/dashboard/therapist/messages')
    const of = uiText('message:guardian.related', { relationship: 'Mother', client: 'Tim Weber' })
    await expect(noras.getByText(of)).toBeVisible()
    await noras.getByRole('link', { name: anna.name, exact: true }).click()
    await expect(noras.getByRole('listitem').getByText('Tim sleeps badly this week.').last()).toBeVisible()
    await write(noras, anna).fill('Thank you, I will ask him.')
    await send(noras)
    await expect(annas.getByText('Thank you, I will ask him.')).toBeVisible()
    await expect(noras.getByText(uiText('message:status.read'), { exact: true })).toBeVisible()
    await expectAccessibleInViews(
      noras,
      'conversation with a guardian',
      noras.getByRole('heading', { name: anna.name, level: 2 }),
    )
    await noras.setViewportSize(desktopViewport)
  })

  await test.step('the child sees that they write to each other, and none of it', async () => {
    await tims.goto('/dashboard/client/therapists')
    await expect(
      tims.getByText(uiText('ownGuardians:messages', { name: 'Anna', therapist: nora.name }), { exact: false }),
    ).toBeVisible()
    await tims.goto('/dashboard/client/messages')
    await expect(tims.getByRole('link', { name: nora.name, exact: true })).toBeVisible()
    await expect(tims.getByText('Tim sleeps badly', { exact: false })).toHaveCount(0)
  })

  await test.step('the right ends in front of her open page; the therapist keeps the conversation', async () => {
    await write(annas, nora).fill('One more thing')
    await practice.therapist.api.guardian.end({ id: mother.guardianId })
    await expect(annas.getByText('Thank you, I will ask him.')).toHaveCount(0, { timeout: 5000 })
    await expect(write(annas, nora)).toHaveCount(0)
    await expect(noras.getByText(uiText('message:guardian.closed.therapist.ended', anna))).toBeVisible()
    await expect(noras.getByText('Thank you, I will ask him.').last()).toBeVisible()
  })
  await expectNoErrors(atAnna, atNora, atTim)
})
