import { expect, test } from '@playwright/test'
import { confirmedForm, field, sampleContent, sendTo } from '../apps/server/src/features/care/form/form.testing.ts'
import { newGuardianContact } from '../apps/server/src/features/people/guardian/invitations/guardian.invitations.testing.ts'
import { addGuardedChild } from './guardian-family.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { desktopViewport, expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors, linkFromMail, newVisitor } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const title = 'Consent to photos'
const question = 'What may be shown?'

test('a therapist sends a mother a link; she enters the code, signs without an account and gets the PDF @slow', async ({
  browser,
}) => {
  const { therapist } = practice
  const contact = newGuardianContact('anna@guardian.test')
  const clientId = await addGuardedChild(therapist, 'Tim', 9, [contact])
  const fields = [field('short-text', question, { required: true }), field('signature', 'Your signature')]
  await sendTo(therapist, clientId, await confirmedForm(therapist, sampleContent({ title, fields })))
  const nora = await openSignedIn(browser, product, therapist)
  const anna = await newVisitor(browser, product, 'anna@guardian.test')
  const { page } = nora
  let code = ''

  await test.step('the therapist sends the link and gets the code', async () => {
    await page.goto(`/dashboard/therapist/clients/${clientId}/client-profile?tab=documents`)
    const more = page.getByRole('tabpanel').getByRole('button', { name: uiText('form:more') })
    await more.click()
    await page.getByRole('menuitem', { name: uiText('signLink:action') }).click()
    const dialog = page.getByRole('dialog', { name: uiText('signLink:action') })
    await expect(dialog.getByRole('radio', { name: /Anna Weber/ })).toBeChecked()
    await expectAccessibleInViews(page, 'send a link to sign', dialog)
    await page.setViewportSize(desktopViewport)
    await dialog.getByRole('button', { name: uiText('signLink:send') }).click()
    const told = page.getByRole('dialog', { name: uiText('signLink:codeTitle', { name: contact.name }) })
    code = ((await told.getByRole('status').textContent()) ?? '').replace(/\s/g, '')
    expect(code).toMatch(/^\d{6}$/)
    await told.getByRole('button', { name: uiText('signLink:done') }).click()
  })

  await test.step('the mother opens the link, and a wrong code is counted', async () => {
    await anna.page.goto(await linkFromMail(product, anna, '/sign'))
    await expectAccessibleInViews(anna.page, 'code of a link to sign', heading(anna.page, uiText('signPage:title')))
    await expect(anna.page.getByText('Tim')).toBeHidden()
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    await anna.page.getByLabel(uiText('signPage:code')).fill(wrong)
    await anna.page.getByRole('button', { name: uiText('signPage:open') }).click()
    await expect(anna.page.getByText(uiText('signPage:wrong_other', { count: '4' }))).toBeVisible()
    await anna.page.getByLabel(uiText('signPage:code')).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await anna.page.getByRole('button', { name: uiText('signPage:open') }).click()
    await expect(heading(anna.page, title)).toBeVisible()
  })

  await test.step('what she types is there after a reload, and she signs', async () => {
    const answer = anna.page.getByLabel(question)
    const saved = anna.page.waitForResponse((response) => response.url().includes('saveTicketAnswers'))
    await answer.fill('The blue one')
    await saved
    await anna.page.reload()
    await expect(answer).toHaveValue('The blue one')
    await expectAccessibleInViews(anna.page, 'form of a link to sign', heading(anna.page, title))
    await anna.page.getByLabel(uiText('form:own.name')).fill('Anna Weber')
    await anna.page.getByRole('button', { name: uiText('form:own.signAction') }).click()
    await expect(heading(anna.page, uiText('signPage:done.signed'))).toBeVisible()
    const download = anna.page.getByRole('link', { name: new RegExp(uiText('form:download')) })
    await expect(download).toBeVisible({ timeout: 30_000 })
    const [file] = await Promise.all([anna.page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toContain('Consent_to_photos')
    await expectAccessibleInViews(anna.page, 'signed by a link', heading(anna.page, uiText('signPage:done.signed')))
  })

  await test.step('the therapist’s page says who signed and how, without a reload', async () => {
    await expect(page.getByText(uiText('form:guardian.signed.link', { name: contact.name }))).toBeVisible()
  })
  await expectNoErrors(nora, anna)
})
