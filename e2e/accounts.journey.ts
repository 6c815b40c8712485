import { expect, test } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { inOrder, serverText, uiText, uiTextPattern } from './ui-text.ts'
import { allViews, desktopViewport, expectAccessibleInViews, heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test(
  'an admin disables a therapist whose page is open: it signs out within 5 s, the therapist gets an email, and the audit log shows the change',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    const nora = await openSignedIn(browser, product, practice.therapist)
    await nora.page.goto('/dashboard/therapist')
    await expect(heading(nora.page)).toBeVisible()
    const admin = await setView(await openSignedIn(browser, product, practice.admin))
    const { page } = admin
    const row = page.getByRole('listitem').filter({ hasText: practice.therapist.email })

    await test.step('the admin reads what disabling means, and disables the account', async () => {
      await page.goto('/dashboard/admin/accounts')
      await expectAccessibleInViews(page, 'accounts', row, allViews)
      await page.setViewportSize(desktopViewport)
      await row.getByRole('button', { name: uiTextPattern('accounts:actionsOf') }).click()
      await page.getByRole('menuitem', { name: uiText('accounts:act.disable') }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(uiTextPattern('accounts:disable.therapist'))).toBeVisible()
      await expectAccessibleInViews(page, 'disable an account', dialog, undefined, '[role="dialog"]')
      await page.setViewportSize(desktopViewport)
      await dialog.getByRole('button', { name: uiText('accounts:act.disable') }).click()
      await expect(row.getByText(uiTextPattern('accounts:disabled'))).toBeVisible()
    })
    await test.step('the open page of the therapist signs out within 5 s, and the email arrives', async () => {
      await expect(nora.page.getByRole('dialog', { name: uiText('reauthentication:signIn') })).toBeVisible({
        timeout: 5_000,
      })
      await product.inbox.mailTo(practice.therapist.email, inOrder(serverText('mail.account-disabled.subject')))
    })
    await test.step('the client sees that the therapist cannot be reached, with the emergency numbers', async () => {
      const { page: client } = await openSignedIn(browser, product, ana)
      await client.goto('/dashboard/client')
      await expect(client.getByText(uiTextPattern('safety:unreachable'))).toBeVisible()
      await expectAccessibleInViews(
        client,
        'therapist not reachable',
        client.getByText(uiTextPattern('safety:unreachable')),
      )
    })
    await test.step('the audit log shows the change', async () => {
      await page.goto('/dashboard/admin')
      await page.getByRole('link', { name: uiText('shell:pages.auditLog') }).click()
      const line = page.getByRole('listitem').filter({ hasText: uiText('auditLog:actions.switch') })
      await expect(line.first()).toContainText(uiText('auditLog:things.account'))
      await expect(line.first()).toContainText(uiText('auditLog:fields.enabled'))
      await expectAccessibleInViews(page, 'audit log', line.first(), allViews)
    })
    await expectNoErrors(admin)
  },
)
