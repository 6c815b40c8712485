import { expect, test } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { inOrder, serverText, uiText, uiTextPattern } from './ui-text.ts'
import { allViews, desktopViewport, expectAccessibleInViews, setView } from './views.ts'
import { closeVisitors, expectNoErrors, newVisitor } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const office = 'office@lindqvist.example'

test(
  'an admin verifies a notification address by its emailed link, and chooses what goes there',
  { tag: '@look' },
  async ({ browser }) => {
    const admin = await setView(await openSignedIn(browser, product, practice.admin))
    const { page } = admin
    const row = page.getByRole('region', { name: uiTextPattern('notificationSettings:addresses') }).getByText(office)
    const state = (name: 'waiting' | 'verified') => page.getByText(uiText(`notificationSettings:state.${name}`))

    await test.step('the admin adds the address', async () => {
      await page.goto('/dashboard/admin/notification-settings')
      await page.getByRole('button', { name: uiText('notificationSettings:add') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(uiText('notificationSettings:adding.label')).fill(office)
      await expectAccessibleInViews(page, 'add an address', dialog, undefined, '[role="dialog"]')
      await page.setViewportSize(desktopViewport)
      await dialog.getByRole('button', { name: uiText('notificationSettings:adding.submit') }).click()
      await expect(row).toBeVisible()
      await expect(state('waiting')).toBeVisible()
    })
    await test.step('the link needs no sign-in, and the open page of the admin shows the confirmation', async () => {
      const mail = await product.inbox.mailTo(office, inOrder(serverText('mail.notification-address.subject')))
      const link = /https?:\/\/\S+\/notification-address#token=\S+/.exec(mail.text ?? '')?.[0] ?? ''
      const recipient = await newVisitor(browser, product, office)
      await recipient.page.goto(link)
      const confirm = recipient.page.getByRole('button', { name: uiText('reauthentication:emailLink.verify') })
      await expectAccessibleInViews(recipient.page, 'confirm an address', confirm)
      await expect(state('waiting')).toBeVisible()
      await confirm.click()
      await expect(recipient.page.getByText(uiText('reauthentication:emailLink.done.verify'))).toBeVisible()
      await expect(state('verified')).toBeVisible()
      await expectNoErrors(recipient)
    })
    await test.step('the admin chooses what goes to the address, and sends a test', async () => {
      await page
        .getByLabel(uiText('notificationSettings:sent.for'))
        .selectOption({ label: uiText('notificationSettings:sent.to', { email: office }) })
      const feedback = page.getByRole('checkbox', {
        name: uiText('notificationSettings:sent.of', {
          channel: uiText('notificationSettings:sent.mail'),
          kind: uiText('notificationSettings:kinds.feedback'),
        }),
      })
      await expectAccessibleInViews(page, 'notification settings', feedback, allViews)
      await page.setViewportSize(desktopViewport)
      await feedback.click()
      await expect(feedback).not.toBeChecked()
      await page.reload()
      await page
        .getByLabel(uiText('notificationSettings:sent.for'))
        .selectOption({ label: uiText('notificationSettings:sent.to', { email: office }) })
      await expect(feedback).not.toBeChecked()
      await page.getByRole('button', { name: uiText('notificationSettings:testOf', { email: office }) }).click()
      await product.inbox.mailTo(office, inOrder(serverText('mail.notification-test.subject')))
    })
    await expectNoErrors(admin)
  },
)
