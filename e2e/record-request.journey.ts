import { expect, test, type Page } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let [ana, ben]: ClientPracticeMember[] = []
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
  ben = await practice.newClient('Ben', 'Ruiz')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const section = (page: Page) => page.getByRole('region', { name: uiText('recordRequest:title') })

/** Asks for a copy from settings → 'Your data', using only the keyboard. */
async function askForCopy(page: Page) {
  await page.goto('/dashboard/client/settings/own-data')
  const button = section(page).getByRole('button', { name: uiTextPattern('recordRequest:ask.action') })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: uiText('recordRequest:ask.action') }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(section(page).getByText(uiText('recordRequest:state.open'), { exact: true })).toBeVisible()
}

test('a client asks for a copy of the record and gets it, another gets a reason @look @slow', async ({ browser }) => {
  if (!ana || !ben) throw new Error('no clients')
  const nora = await openSignedIn(browser, product, practice.therapist)
  const phone = await openSignedIn(browser, product, ana, { phone: true })
  const desktop = await openSignedIn(browser, product, ben)
  const card = (name: string) => nora.page.getByRole('region', { name: uiText('recordRequest:card.title', { name }) })

  await test.step('both ask, and the page says until when the answer is due', async () => {
    await askForCopy(phone.page)
    await expect(section(phone.page).getByText(uiTextPattern('recordRequest:due'))).toBeVisible()
    await expectAccessibleInViews(
      phone.page,
      'an open request',
      heading(phone.page, uiText('account:settings.ownData')),
    )
    await askForCopy(desktop.page)
  })

  await test.step('the dashboard leads to the request, and the exported PDF answers it', async () => {
    await nora.page.goto('/dashboard/therapist')
    await nora.page.getByRole('link', { name: `Ana M. ${uiText('dashboard:needs.line.recordRequest')}` }).click()
    await expectAccessibleInViews(nora.page, 'a request of a client', card('Ana'))
    await card('Ana')
      .getByRole('button', { name: uiText('recordRequest:share.action') })
      .click()
    const dialog = nora.page.getByRole('dialog')
    await dialog.getByRole('button', { name: uiText('recordRequest:share.action') }).click()
    await expect(dialog).toBeHidden({ timeout: 60_000 })
    await expect(card('Ana')).toBeHidden()
  })

  await test.step('the client opens the copy', async () => {
    await expect(section(phone.page).getByText(uiText('recordRequest:state.answered'), { exact: true })).toBeVisible()
    await section(phone.page)
      .getByRole('button', { name: uiText('recordRequest:copy.open') })
      .click()
    const dialog = phone.page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await phone.page.keyboard.press('Escape')
  })

  await test.step('the other client gets a reason', async () => {
    await nora.page.goto(`/dashboard/therapist/clients/${ben?.clientId}/client-profile`)
    await card('Ben')
      .getByRole('button', { name: uiText('recordRequest:refuse.action') })
      .click()
    const dialog = nora.page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: uiText('recordRequest:refuse.submit') })
    await submit.click()
    await expect(dialog.getByText(uiText('recordRequest:refuse.required'))).toBeVisible()
    await dialog.getByRole('textbox', { name: uiText('recordRequest:refuse.label') }).fill('You had a copy in May.')
    await submit.click()
    await expect(card('Ben')).toBeHidden()
    await expect(section(desktop.page).getByText('You had a copy in May.')).toBeVisible()
    await expectAccessibleInViews(
      desktop.page,
      'a declined request',
      heading(desktop.page, uiText('account:settings.ownData')),
    )
  })
  await expectNoErrors(nora, phone, desktop)
})
