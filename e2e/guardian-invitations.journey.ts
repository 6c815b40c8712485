import { expect, test } from '@playwright/test'
import { newGuardianContact } from '../apps/server/src/features/people/guardian/invitations/guardian.invitations.testing.ts'
import { addGuardedChild } from './guardian-family.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { desktopViewport, expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors, linkFromMail, newVisitor, visitorPassword } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('a therapist invites a mother with the suggested rights; she joins by email, and the therapist ends her rights @slow', async ({
  browser,
}) => {
  const contact = newGuardianContact('anna@guardian.test')
  const id = await addGuardedChild(practice.therapist, 'Tim', 13, [contact])
  const names = { name: contact.name, client: 'Tim' }
  const nora = await openSignedIn(browser, product, practice.therapist)
  const anna = await newVisitor(browser, product, 'anna@guardian.test')
  const { page } = nora

  await test.step('no right is chosen in advance, and the suggestions are one click away', async () => {
    await page.goto(`/dashboard/therapist/clients/${id}/client-profile`)
    await page.getByRole('button', { name: uiText('guardianInvitation:invite', names) }).click()
    const dialog = page.getByRole('dialog', { name: uiText('guardianInvitation:dialog.invite', names) })
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: uiText('guardianInvitation:dialog.tick') }).click()
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3)
    await expectAccessibleInViews(page, 'invite a guardian', heading(page, 'Tim Weber'))
    await page.setViewportSize(desktopViewport)
    await dialog.getByRole('button', { name: uiText('guardianInvitation:dialog.submit') }).click()
    await expect(page.getByText(uiText('guardianInvitation:state.invited'), { exact: true })).toBeVisible()
  })

  await test.step('the page of the link says for whom the invitation is, and she joins', async () => {
    await anna.page.goto(await linkFromMail(product, anna, '/setup-password'))
    await expect(anna.page.getByText(uiText('guardianRight:name.forms'))).toBeVisible()
    await expect(anna.page.getByText(uiText('guardianRight:name.requests'))).toBeHidden()
    await expectAccessibleInViews(anna.page, 'guardian invitation', heading(anna.page))
    await anna.page.locator('input[type=password]').nth(0).fill(visitorPassword)
    await anna.page.locator('input[type=password]').nth(1).fill(visitorPassword)
    await anna.page.getByRole('button', { name: uiText('login:invitation.submitGuardian') }).click()
    await expect(anna.page).toHaveURL(/\/(dashboard|for)/)
  })

  await test.step('the therapist’s page learns of it without a reload, and ends the rights', async () => {
    await expect(page.getByText(uiText('guardianInvitation:state.active'), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: uiText('guardianInvitation:endOf', names) }).click()
    await page
      .getByRole('dialog', { name: uiText('guardianInvitation:endDialog.title', names) })
      .getByRole('button', { name: uiText('guardianInvitation:end'), exact: true })
      .click()
    await page.getByRole('button', { name: uiText('guardianInvitation:showEnded') }).click()
    await expect(page.getByText(uiText('guardianInvitation:state.ended'), { exact: true })).toBeVisible()
  })
  await expectNoErrors(nora, anna)
})
