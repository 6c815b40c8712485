import { expect, test, type Page } from '@playwright/test'
import { confirmedForm, field, sampleContent, sendTo } from '../apps/server/src/features/care/form/form.testing.ts'
import { newGuardianContact } from '../apps/server/src/features/people/guardian/invitations/guardian.invitations.testing.ts'
import { addGuardedChild } from './guardian-family.ts'
import { callServer, lockTitle, unlock } from './lock.ts'
import { goOffline, goOnline } from './offline-device.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { desktopViewport, expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors, type Visitor } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const question = 'Does your child take medicine?'
const secretName = 'Zacharias'

/** Creates a child with a contact who is a guardian, and sends a consent with a question. Returns the address of the child's documents. */
async function sendConsent(firstName: string): Promise<{ contactName: string; documents: string }> {
  const contact = newGuardianContact(`${firstName.toLowerCase()}@guardian.test`)
  const { therapist } = practice
  const id = await addGuardedChild(therapist, firstName, 9, [contact], secretName)
  const fields = [field('short-text', question), field('signature', 'Your signature')]
  await sendTo(therapist, id, await confirmedForm(therapist, sampleContent({ fields })))
  return {
    contactName: contact.name,
    documents: `/dashboard/therapist/clients/${id}/client-profile?tab=documents`,
  }
}

/** Opens the documents of a client as the therapist and hands the device over to the only guardian. */
async function handOver(browser: Parameters<typeof openSignedIn>[0], documents: string): Promise<Visitor> {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  await page.goto('/dashboard/therapist')
  await expect(heading(page)).toBeVisible()
  await page.goto(documents)
  await page
    .getByRole('region', { name: uiText('form:sent.title') })
    .getByRole('button', { name: uiText('form:more') })
    .click()
  await page.getByRole('menuitem', { name: uiText('signHere:action') }).click()
  await expect(page.getByRole('dialog', { name: uiText('signHere:title') })).toContainText(uiText('signHere:locks'))
  return nora
}

const submit = (page: Page) =>
  page
    .getByRole('dialog', { name: uiText('signHere:title') })
    .getByRole('button', { name: uiText('signHere:submit') })
    .click()

const answer = (page: Page) => page.getByLabel(question)

async function expectLock(page: Page): Promise<void> {
  await expect(lockTitle(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toMatch(/Zacharias|Lindqvist/)
}

async function sign(page: Page, name: string): Promise<void> {
  await page.getByLabel(uiText('form:own.name')).fill(name)
  await page.getByRole('button', { name: uiText('form:own.signAction') }).click()
}

test('a parent signs on the device of the therapist and gets no further, and the therapist unlocks it by password @slow', async ({
  browser,
}) => {
  const { contactName, documents } = await sendConsent('Tim')
  const nora = await handOver(browser, documents)
  const { page } = nora
  const second = await page.context().newPage()
  await second.goto(documents)
  await expect(heading(second, `Tim ${secretName}`)).toBeVisible()

  await test.step('the page of the parent has the form alone, and the other tab is locked', async () => {
    await expectAccessibleInViews(page, 'hand over the device', heading(page))
    await page.setViewportSize(desktopViewport)
    await submit(page)
    await expect(answer(page)).toBeVisible()
    await expect(page).toHaveURL(/\/sign-here$/)
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(secretName)
    await expectLock(second)
    expect(await callServer(page)).toEqual([401, 'SCREEN_LOCKED'])
  })

  await test.step('what was typed is there after a reload', async () => {
    const saved = page.waitForResponse((response) => response.url().includes('/api/form/saveTicketAnswers'))
    await answer(page).fill('No')
    await saved
    await page.reload()
    await expect(answer(page)).toHaveValue('No')
  })

  await test.step('back, a typed address and a new tab show the lock, which leads back to the form', async () => {
    await page.goBack()
    await expectLock(page)
    await page.getByRole('button', { name: uiText('reauthentication:lock.backToForm') }).click()
    await expect(answer(page)).toHaveValue('No')
    await page.goto(documents)
    await expectLock(page)
    const third = await page.context().newPage()
    await third.goto('/sign-here')
    await expectLock(third)
    await third.close()
    await page.goto('/sign-here')
    await expect(answer(page)).toHaveValue('No')
    await page.getByRole('button', { name: uiText('signHere:stop') }).click()
    await expectLock(page)
    await page.getByRole('button', { name: uiText('reauthentication:lock.backToForm') }).click()
    await expectAccessibleInViews(page, 'sign here', heading(page))
    await page.setViewportSize(desktopViewport)
  })

  await test.step('the parent signs, is asked to give the device back, and a reload shows no form', async () => {
    await sign(page, contactName)
    await expect(heading(page, uiText('signHere:done.title'))).toBeVisible()
    await page.reload()
    await expect(heading(page, uiText('signHere:done.title'))).toBeVisible()
    await expectAccessibleInViews(page, 'signed here', heading(page))
    await page.setViewportSize(desktopViewport)
    expect(await callServer(page)).toEqual([401, 'SCREEN_LOCKED'])
  })

  await test.step('the password unlocks all tabs and returns to the record, where the form is signed in the practice', async () => {
    await page.getByRole('button', { name: uiText('signHere:unlock') }).click()
    await unlock(page)
    await expect(page).toHaveURL(documents)
    await expect(page.getByText(uiText('form:guardian.signed.practice', { name: contactName }))).toBeVisible()
    await expect(lockTitle(second)).toBeHidden()
    expect(await callServer(page)).toEqual([200, null])
  })
  await expectNoErrors(nora)
})

test('without a network the form stays with what was typed, signing says so, and no address leads to the record @slow', async ({
  browser,
}) => {
  const { contactName, documents } = await sendConsent('Lea')
  const nora = await handOver(browser, documents)
  const { page } = nora
  let savedAnswers = ''
  page.on('response', async (response) => {
    if (response.ok() && response.url().endsWith('/api/form/saveTicketAnswers'))
      savedAnswers = response.request().postData() ?? ''
  })
  await submit(page)
  await expect(answer(page)).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated')
  await goOffline(page.context())
  await answer(page).fill('Only vitamins')
  await sign(page, contactName)
  await expect(page.getByRole('alert').getByText(uiText('common:errors.NETWORK_ERROR'))).toBeVisible()
  await expect(answer(page)).toHaveValue('Only vitamins')
  await goOnline(page.context())
  await expect.poll(() => savedAnswers).toContain('Only vitamins')
  await goOffline(page.context())
  await page.reload()
  await expect(heading(page, uiText('signHere:offline.title'))).toBeVisible()
  await page.goto(documents)
  await expectLock(page)
  await page.goBack()
  await expect(heading(page, uiText('signHere:offline.title'))).toBeVisible()
  await goOnline(page.context())
  await expect(answer(page)).toHaveValue('Only vitamins')
  await sign(page, contactName)
  await expect(heading(page, uiText('signHere:done.title'))).toBeVisible()
  await page.getByRole('button', { name: uiText('signHere:unlock') }).click()
  await expect(lockTitle(page)).toBeVisible()
  await unlock(page)
  await expect(page.getByText(uiText('form:guardian.signed.practice', { name: contactName }))).toBeVisible()
})
