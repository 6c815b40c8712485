import { expect, type Page, test } from '@playwright/test'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { loadList } from '../tools/codes/load.ts'
import { everyLetter, orderFile } from '../tools/codes/official-files.testing.ts'
import { readList } from '../tools/codes/read-list.ts'
import { countClicks } from './clicks.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Loads a list with made-up titles, as the command of the host does. */
async function loadCodes() {
  const text = orderFile([...everyLetter, { code: 'F41.1', title: 'Lasting made-up worry' }])
  const named = { year: String(new Date().getUTCFullYear()), language: undefined }
  const { secrets } = loadSecrets(process.env.ATTUNE_TEST_SECRETS ?? '')
  await loadList(product.databaseUrl, secrets, readList('order.txt', text, named, new Date()), false)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('by mouse, a diagnosis is added by its name in at most three clicks from the page of the client @slow', async ({
  browser,
}) => {
  await loadCodes()
  const ana = await practice.newClient('Ana', 'Moreau')
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  const inClicks = await countClicks(page)
  await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile`)
  const tab = page.getByRole('tab', { name: uiText('client:profile.plan'), exact: true })
  await expect(tab).toBeVisible()

  await inClicks(3, async () => {
    await tab.click()
    await button(page, uiText('treatmentPlan:diagnosis.add')).click()
    await expect(page.getByRole('combobox', { name: uiText('treatmentPlan:diagnosis.code') })).toBeFocused()
    await page.keyboard.type('worry')
    await page.getByRole('option', { name: 'F41.1 · Lasting made-up worry' }).click()
    await expect(page.getByText(uiText('treatmentPlan:diagnosis.saved'))).toBeVisible()
  })
  const { diagnoses } = await practice.therapist.api.treatmentPlan.get({ clientId: ana.clientId })
  expect(diagnoses).toMatchObject([{ system: 'icd-10', code: 'F41.1', text: 'Lasting made-up worry' }])
  await expectNoErrors(nora)
})
