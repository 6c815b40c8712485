import { expect, type Page, test } from '@playwright/test'
import { addClientByApi, openSignedIn, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

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
  page
    .getByRole('row', { name })
    .getByRole('list', { name: uiText('clientTag:title') })
    .getByRole('listitem')
const field = (page: Page) => page.getByRole('combobox', { name: uiText('clientTag:add') })
const filter = (page: Page) => page.getByRole('combobox', { name: uiText('clientTag:filter'), exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test(
  'a therapist tags clients by typing, filters the list by a tag, renames it and deletes it',
  { tag: ['@look', '@deep'] },
  async ({ browser }) => {
    const ana = await addClientByApi(practice.therapist, 'Ana', 'Moreau')
    const ben = await addClientByApi(practice.therapist, 'Ben', 'Okafor')
    await addClientByApi(practice.therapist, 'Cleo', 'Marsh')
    const nora = await openSignedIn(browser, product, practice.therapist)
    const elsewhere = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora

    await test.step('without tags there is no filter, and a record says how to make the first tag', async () => {
      await elsewhere.page.goto('/dashboard/therapist/clients')
      await expect(elsewhere.page.getByRole('link', { name: 'Ana Moreau' })).toBeVisible()
      await button(elsewhere.page, uiText('clientOverview:filter.show')).click()
      await expect(elsewhere.page.getByRole('button', { name: uiText('clientOverview:filter.open') })).toBeVisible()
      await expect(filter(elsewhere.page)).toBeHidden()
      await page.goto(profile(ana.id))
      await expect(heading(page, 'Ana Moreau')).toBeVisible()
      await expect(page.getByText(uiText('clientTag:empty'))).toBeVisible()
    })

    await test.step('typing creates a tag; the list in another window shows it without a reload', async () => {
      for (const name of ['Evenings', 'Self-pay']) {
        await field(page).fill(name)
        await field(page).press('Enter')
        await expect(button(page, uiText('clientTag:remove', { tag: name }))).toBeVisible()
      }
      await expect(tagsOf(elsewhere.page, 'Ana Moreau')).toHaveText(['Evenings', 'Self-pay'])
      await page.goto(profile(ben.id))
      await field(page).fill('EVENINGS')
      await field(page).press('Enter')
      await expect(tagsOf(elsewhere.page, 'Ben Okafor')).toHaveText(['Evenings'])
      await expectAccessibleInViews(
        page,
        'client with tags',
        button(page, uiText('clientTag:remove', { tag: 'Evenings' })),
      )
    })

    await test.step('the list is narrowed to one tag', async () => {
      await page.goto('/dashboard/therapist/clients')
      await button(page, uiText('clientOverview:filter.show')).click()
      await filter(page).selectOption({ label: uiText('clientTag:option', { tag: 'Evenings', count: '2' }) })
      await expect(page.getByRole('link', { name: 'Cleo Marsh' })).toBeHidden()
      await expect(page.getByRole('row')).toHaveCount(3)
      await filter(page).selectOption({ label: uiText('clientTag:option', { tag: 'Self-pay', count: '1' }) })
      await expect(page.getByRole('row')).toHaveCount(2)
      await filter(page).selectOption({ label: uiText('clientTag:all') })
      await expect(page.getByRole('row')).toHaveCount(4)
      await expectAccessibleInViews(page, 'client list with tags', filter(page))
    })

    await test.step('a tag is renamed with the keyboard; a taken name is refused', async () => {
      await button(page, uiText('clientTag:manage')).press('Enter')
      await button(page, uiText('clientTag:edit', { tag: 'Evenings' })).press('Enter')
      const name = page.getByRole('textbox', { name: uiText('clientTag:name') })
      await expect(name).toBeFocused()
      await name.fill('self-pay')
      await name.press('Enter')
      await expect(page.getByText(uiText('clientTag:nameTaken'))).toBeVisible()
      await name.fill('Evenings only')
      await page.getByRole('radio', { name: uiText('clientTag:colors.clay') }).check()
      await expectAccessibleInViews(page, 'tags, one being edited', name, undefined, '[role="dialog"]')
      await name.press('Enter')
      await expect(page.getByText(uiText('clientTag:saved'))).toBeVisible()
      await expect(tagsOf(elsewhere.page, 'Ben Okafor')).toHaveText(['Evenings only'])
    })

    await test.step('a tag is deleted after a question, and removed from one client, which is undone', async () => {
      await button(page, uiText('clientTag:delete', { tag: 'Evenings only' })).click()
      await expect(
        page.getByText(uiText('clientTag:deleteText_other', { tag: 'Evenings only', count: '2' })),
      ).toBeVisible()
      await button(page, uiText('clientTag:keep')).click()
      await button(page, uiText('clientTag:delete', { tag: 'Evenings only' })).click()
      await button(page, uiText('clientTag:deleteTag')).click()
      await expect(page.getByText(uiText('clientTag:deleted'))).toBeVisible()
      await expect(tagsOf(elsewhere.page, 'Ben Okafor')).toHaveCount(0)
      await expect(tagsOf(elsewhere.page, 'Ana Moreau')).toHaveText(['Self-pay'])
      await page.goto(profile(ana.id))
      await button(page, uiText('clientTag:remove', { tag: 'Self-pay' })).click()
      await expect(field(page)).toBeFocused()
      await expect(tagsOf(elsewhere.page, 'Ana Moreau')).toHaveCount(0)
      await button(page, uiText('clientTag:undo')).click()
      await expect(tagsOf(elsewhere.page, 'Ana Moreau')).toHaveText(['Self-pay'])
    })
    await expectNoErrors(nora, elsewhere)
  },
)
