import { expect, type Page, test } from '@playwright/test'
import { type AssistantEndpointDouble, openAssistantEndpoint } from '../apps/server/src/testing/assistant/endpoint.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let double: AssistantEndpointDouble
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  double = await openAssistantEndpoint()
  double.key = 'the-key-of-the-endpoint'
  ;({ product, practice } = await startJourneyPractice({ ASSISTANT_LOCAL_HOSTS: double.host }))
})
test.afterAll(async () => {
  await product.stop()
  await double.close()
})
test.afterEach(closeVisitors)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens a dialog, fills it in and saves it. */
async function fillIn(page: Page, open: string, save: string, fields: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: open, exact: true }).click()
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label, { exact: true })
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
  await dialog.getByRole('button', { name: save }).click()
  await expect(dialog).toHaveCount(0)
}
const text = (key: string, values?: Record<string, string>) => uiText(`assistantSetup:${key}` as never, values as never)

test('an admin sets up the assistant, checks the connection and enables it [4.10]', async ({ browser }) => {
  const admin = await setView(await openSignedIn(browser, product, practice.admin))
  const { page } = admin
  await page.goto('/dashboard/admin/api-settings/assistant')
  const power = page.getByRole('switch', { name: text('title') })
  await expect(power).toBeDisabled()
  await fillIn(page, `${text('endpoint.add')}: ${text('endpoint.name')}`, text('endpoint.save'), {
    [text('endpoint.address')]: double.address.openai,
  })
  await fillIn(page, `${text('key.add')}: ${text('key.name')}`, text('key.save'), {
    [text('key.name')]: double.key ?? '',
  })
  await button(page, text('model.load')).click()
  await page.getByRole('combobox', { name: text('model.name') }).selectOption('test-model')
  await button(page, text('connection.check')).click()
  await expect(page.getByText(text('connection.reachable'))).toBeVisible()
  await fillIn(page, `${text('provider.add')}: ${text('provider.name')}`, text('provider.save'), {
    [text('provider.name')]: 'Models Ltd',
    [text('provider.country')]: 'IE',
    [text('provider.region')]: 'Frankfurt, Germany',
    [text('provider.contract')]: 'Processing agreement of January 2026. Texts are kept for 30 days.',
  })
  await fillIn(page, `${text('agreement.state')}: ${text('title')}`, text('agreement.save'), {
    [text('agreement.country')]: 'DE',
    [text('agreement.signedBy')]: 'Ada Admin',
    [text('agreement.date')]: '1/5/2026',
  })
  await power.click()
  await expect(page.getByText(text('enabled'), { exact: true })).toBeVisible()
  await expectAccessibleInViews(page, 'assistant', heading(page, uiText('settings:subjects.assistant')))
  expect(await practice.admin.api.assistantSetup.get({})).toMatchObject({ isOn: true, missing: [] })
  await power.click()
  await expect(page.getByText(text('disabled'), { exact: true })).toBeVisible()
  await expectNoErrors(admin)
})
