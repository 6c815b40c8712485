import { expect, test, type Page } from '@playwright/test'
import {
  bornYearsAgo,
  newGuardianContact,
} from '../apps/server/src/features/people/guardian/invitations/guardian.invitations.testing.ts'
import { confirmedForm, sampleContent, sendTo } from '../apps/server/src/features/care/form/form.testing.ts'
import { editClientRecord } from '../apps/server/src/testing/records/clients.ts'
import { addGuardedChild, joinAsGuardianByApi, newGuardedClient } from './guardian-family.ts'
import { openSignedIn, planSessionByApi, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { sendWaitingMails } from './time.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let number = 0
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const newContact = (name: string) => {
  number += 1
  return newGuardianContact(`${name.split(' ')[0]?.toLowerCase()}${number}@guardian.test`, name)
}
const sendForm = async (clientId: string) =>
  sendTo(practice.therapist, clientId, await confirmedForm(practice.therapist))
const { title } = sampleContent()

/** Fills in the sample form on the open page and signs it. */
async function signOn(page: Page, name: string) {
  await page.getByLabel('What should we call you?').fill('Tim')
  await page.getByLabel(uiText('form:own.name')).fill(name)
  await page.getByRole('button', { name: uiText('form:own.signAction') }).click()
  await expect(page.getByRole('button', { name: uiText('form:own.signAction') })).toHaveCount(0)
}

test('a father’s rights end while he reads a page, and the page closes', async ({ browser }) => {
  const contact = newContact('Paul Weber')
  const tim = await addGuardedChild(practice.therapist, 'Tim', 9, [contact])
  await planSessionByApi(practice.therapist, tim, 5, 12, true)
  const paul = await joinAsGuardianByApi(practice, tim, contact, ['sessions'])
  const father = await openSignedIn(browser, product, paul)
  const { page } = father
  await page.goto(`/for/${tim}`)
  await expect(heading(page, 'Tim Weber')).toBeVisible()
  await page
    .getByRole('region', { name: uiText('guardianSession:next') })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/sessions\//)
  await practice.therapist.api.guardian.end({ id: paul.guardianId })
  await expect(page.getByRole('heading', { name: uiText('guardianHome:ended.title', { name: 'Tim' }) })).toBeVisible({
    timeout: 5_000,
  })
  await expectAccessibleInViews(page, 'rights that ended', heading(page))
  await page.goto(`/for/${tim}/sessions`)
  await expect(page.getByRole('heading', { name: uiText('guardianHome:ended.titleUnknown') })).toBeVisible()
  await expectNoErrors(father)
})

test('two guardians who must not know of each other both sign, and neither finds the other', async ({ browser }) => {
  const [annas, pauls] = [newContact('Anna Holt'), newContact('Paul Weber')]
  const tim = await addGuardedChild(practice.therapist, 'Tim', 9, [annas, pauls])
  const anna = await joinAsGuardianByApi(practice, tim, annas, ['sessions', 'forms'])
  const paul = await joinAsGuardianByApi(practice, tim, pauls, ['sessions', 'forms'])
  const form = await confirmedForm(practice.therapist)
  const nora = await openSignedIn(browser, product, practice.therapist)

  await test.step('the therapist sends a consent that needs both', async () => {
    const { page } = nora
    await page.goto(`/dashboard/therapist/clients/${tim}/client-profile?tab=documents`)
    await page.getByRole('button', { name: uiText('form:send.action') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: uiText('form:title') }).selectOption({ value: form.id })
    await dialog.getByRole('checkbox', { name: uiText('form:guardian.all') }).check()
    await dialog.getByRole('button', { name: uiText('form:send.action') }).click()
    await expect(dialog).toBeHidden()
  })

  for (const [guardian, self, other, state] of [
    [anna, annas, pauls, uiText('guardianForm:waits')],
    [paul, pauls, annas, null],
  ] as const) {
    const visitor = await openSignedIn(browser, product, guardian, { phone: true })
    const { page } = visitor
    await page.goto(`/for/${tim}`)
    await page.getByRole('link', { name: title, exact: true }).click()
    await signOn(page, self.name)
    await page.goto(`/for/${tim}`)
    await expect(page.getByText(/Signed by you/)).toBeVisible()
    if (state) await expect(page.getByText(state)).toBeVisible()
    for (const path of ['', '/sessions']) {
      await page.goto(`/for/${tim}${path}`)
      await expect(
        page.getByRole('link', { name: uiText('guardianHome:bar.for', { name: 'Tim' }), exact: true }),
      ).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      const text = await page.locator('body').innerText()
      expect(text).not.toContain(other.name)
      expect(text).not.toContain(other.email ?? '-')
    }
    await expectNoErrors(visitor)
  }
  await expect(nora.page.getByText(uiText('form:state.signed'), { exact: true })).toHaveCount(2)
  await sendWaitingMails(product)
  for (const [guardian, other] of [
    [annas, pauls],
    [pauls, annas],
  ] as const) {
    const mails = JSON.stringify(
      product.inbox.mails.filter(({ to }) => JSON.stringify(to).includes(guardian.email ?? '-')),
    )
    expect(mails).not.toContain(other.email)
    expect(mails).not.toContain(other.name)
  }
  await expectNoErrors(nora)
})

test('a 15-year-old asks to keep a session from the guardians, and they find it nowhere', async ({ browser }) => {
  const contact = newContact('Anna Weber')
  const mia = await newGuardedClient(practice, 'Mia', 15, [contact])
  const anna = await joinAsGuardianByApi(practice, mia.clientId, contact, ['sessions', 'requests', 'invoices'])
  await planSessionByApi(practice.therapist, mia.clientId, 6, 9, true)
  const kept = await planSessionByApi(practice.therapist, mia.clientId, 8, 13, true)

  const child = await openSignedIn(browser, product, mia, { phone: true })
  await test.step('the child reads who sees what, and whom to ask', async () => {
    await child.page.goto('/dashboard/client/therapists')
    await expect(child.page.getByText(uiText('ownGuardians:keep', { therapist: 'Nora Lindqvist' }))).toBeVisible()
  })
  const mother = await openSignedIn(browser, product, anna)
  await mother.page.goto(`/for/${mia.clientId}/sessions`)
  const rows = mother.page.locator('main').getByRole('link', { name: /\d/ })
  await expect(rows).toHaveCount(2)

  await test.step('the therapist keeps it on the page of the session', async () => {
    const nora = await openSignedIn(browser, product, practice.therapist)
    await nora.page.goto(`/dashboard/therapist/sessions/session-details?id=${kept.id}`)
    await nora.page.getByRole('switch', { name: uiText('kept:switch') }).press('Space')
    await expect(nora.page.getByText(uiText('kept:mark'), { exact: true })).toBeVisible()
    await expectNoErrors(nora)
  })

  await test.step('the open page of the mother loses it, and its address finds nothing', async () => {
    await expect(rows).toHaveCount(1)
    await mother.page.goto(`/for/${mia.clientId}/sessions/${kept.id}`)
    await expect(mother.page.getByRole('heading', { name: uiText('guardianSession:notFound') })).toBeVisible()
  })
  await expectNoErrors(child, mother)
})

test('a child’s own login reads a form for the guardians and cannot sign it', async ({ browser }) => {
  const mia = await newGuardedClient(practice, 'Lea', 14, [newContact('Anna Weber')])
  const id = await sendForm(mia.clientId)
  const child = await openSignedIn(browser, product, mia, { phone: true })
  await child.page.goto(`/dashboard/client/forms/${id}`)
  await expect(child.page.getByText(uiText('form:own.guardianTitle'))).toBeVisible()
  await expect(child.page.getByRole('button', { name: uiText('form:own.signAction') })).toHaveCount(0)
  await expectAccessibleInViews(child.page, 'form for guardians', heading(child.page, title))
  await expectNoErrors(child)
})

test('a child turns 18: the mother’s pages close, and the child alone renews her access', async ({ browser }) => {
  const contact = newContact('Anna Weber')
  const leo = await newGuardedClient(practice, 'Leo', 17, [contact])
  const anna = await joinAsGuardianByApi(practice, leo.clientId, contact, ['sessions', 'invoices'])
  const mother = await openSignedIn(browser, product, anna)
  await mother.page.goto(`/for/${leo.clientId}`)
  await expect(mother.page.getByRole('region', { name: uiText('guardianSession:next') })).toBeVisible()

  // The test changes the date of birth, because it cannot wait for a birthday.
  await editClientRecord(practice.therapist, leo.clientId, {
    dateOfBirth: bornYearsAgo({ clock: { now: () => new Date() } }, 18),
  })
  await expect(
    mother.page.getByRole('heading', { name: uiText('guardianHome:ended.title', { name: 'Leo' }) }),
  ).toBeVisible({
    timeout: 15_000,
  })

  const child = await openSignedIn(browser, product, leo, { phone: true })
  await child.page.goto('/dashboard/client/therapists')
  await child.page.getByRole('button', { name: uiText('ownGuardians:renew.open') }).click()
  const dialog = child.page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: uiText('ownGuardians:renew.right.invoices') }).check()
  await dialog.getByRole('button', { name: uiText('ownGuardians:renew.submit') }).click()
  await expect(child.page.getByText(uiText('ownGuardians:renew.done'))).toBeVisible()
  await mother.page.goto(`/for/${leo.clientId}`)
  await expect(mother.page.getByRole('region', { name: uiText('guardianInvoices:title') })).toBeVisible()
  await expect(mother.page.getByRole('region', { name: uiText('guardianSession:next') })).toHaveCount(0)
  await expectNoErrors(mother, child)
})
