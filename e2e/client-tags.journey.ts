import { expect, type Page, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { addClientByApi, openSignedIn, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

type Texts = typeof import('../apps/web/src/locales/en/clientTag.json')
const texts = JSON.parse(
  readFileSync(new URL('../apps/web/src/locales/en/clientTag.json', import.meta.url), 'utf8'),
) as Texts
const withTag = (text: string, tag: string) => text.replace('{{tag}}', tag)

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const profile = (id: string) => `/dashboard/therapist/clients/${id}/client-profile`
const tagsOf = (page: Page, name: string) =>
  page.getByRole('row', { name }).getByRole('list', { name: texts.title }).getByRole('listitem')
const field = (page: Page) => page.getByRole('combobox', { name: texts.add })
const filter = (page: Page) => page.getByRole('combobox', { name: texts.filter, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a therapist tags clients by typing, filters the list by a tag, renames it and deletes it', async ({
  browser,
}) => {
  const ana = await addClientByApi(practice.therapist, 'Ana', 'Moreau')
  const ben = await addClientByApi(practice.therapist, 'Ben', 'Okafor')
  await addClientByApi(practice.therapist, 'Cleo', 'Marsh')
  const nora = await openSignedIn(browser, product, practice.therapist)
  const elsewhere = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora

  await test.step('without tags there is no filter, and a record says how to make the first tag', async () => {
    await elsewhere.page.goto('/dashboard/therapist/clients')
    await expect(elsewhere.page.getByRole('link', { name: 'Ana Moreau' })).toBeVisible()
    await expect(filter(elsewhere.page)).toBeHidden()
    await page.goto(profile(ana.id))
    await expect(heading(page, 'Ana Moreau')).toBeVisible()
    await expect(page.getByText(texts.empty)).toBeVisible()
  })

  await test.step('typing creates a tag; the list in another window shows it without a reload', async () => {
    for (const name of ['Couples', 'Self-pay']) {
      await field(page).fill(name)
      await field(page).press('Enter')
      await expect(button(page, withTag(texts.remove, name))).toBeVisible()
    }
    await expect(tagsOf(elsewhere.page, 'Ana Moreau')).toHaveText(['Couples', 'Self-pay'])
    await page.goto(profile(ben.id))
    await field(page).fill('COUPLES')
    await field(page).press('Enter')
    await expect(tagsOf(elsewhere.page, 'Ben Okafor')).toHaveText(['Couples'])
    await expectAccessibleInViews(page, 'client with tags', button(page, withTag(texts.remove, 'Couples')))
  })

  await test.step('the list is narrowed to one tag', async () => {
    await page.goto('/dashboard/therapist/clients')
    await filter(page).selectOption({ label: 'Couples (2)' })
    await expect(page.getByRole('link', { name: 'Cleo Marsh' })).toBeHidden()
    await expect(page.getByRole('row')).toHaveCount(3)
    await filter(page).selectOption({ label: 'Self-pay (1)' })
    await expect(page.getByRole('row')).toHaveCount(2)
    await filter(page).selectOption({ label: texts.all })
    await expect(page.getByRole('row')).toHaveCount(4)
    await expectAccessibleInViews(page, 'client list with tags', filter(page))
  })

  await test.step('a tag is renamed with the keyboard; a taken name is refused', async () => {
    await button(page, texts.manage).press('Enter')
    await button(page, withTag(texts.edit, 'Couples')).press('Enter')
    const name = page.getByRole('textbox', { name: texts.name })
    await expect(name).toBeFocused()
    await name.fill('self-pay')
    await name.press('Enter')
    await expect(page.getByText(texts.nameTaken)).toBeVisible()
    await name.fill('Couples therapy')
    await page.getByRole('radio', { name: texts.colors.clay }).check()
    await expectAccessibleInViews(page, 'tags, one being edited', name, undefined, '[role="dialog"]')
    await name.press('Enter')
    await expect(page.getByText(texts.saved)).toBeVisible()
    await expect(tagsOf(elsewhere.page, 'Ben Okafor')).toHaveText(['Couples therapy'])
  })

  await test.step('a tag is deleted after a question, and removed from one client', async () => {
    await button(page, withTag(texts.delete, 'Couples therapy')).click()
    await expect(page.getByText(/Couples therapy.*2 clients/)).toBeVisible()
    await button(page, texts.keep).click()
    await button(page, withTag(texts.delete, 'Couples therapy')).click()
    await button(page, texts.deleteTag).click()
    await expect(page.getByText(texts.deleted)).toBeVisible()
    await expect(tagsOf(elsewhere.page, 'Ben Okafor')).toHaveCount(0)
    await expect(tagsOf(elsewhere.page, 'Ana Moreau')).toHaveText(['Self-pay'])
    await page.goto(profile(ana.id))
    await button(page, withTag(texts.remove, 'Self-pay')).click()
    await expect(field(page)).toBeFocused()
    await expect(tagsOf(elsewhere.page, 'Ana Moreau')).toHaveCount(0)
  })
  await expectNoErrors(nora, elsewhere)
})
