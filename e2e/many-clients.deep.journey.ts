import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { minimalClient } from '../apps/server/src/testing/records/clients.ts'
import { cutTexts, horizontalOverflow } from './axe.ts'
import { openSignedIn, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextIn } from './ui-text.ts'
import { expectNoOverflow, heading, phoneViewport, setView, waitUntilDrawn } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice({ WRITE_LIMITS: 'off' }))
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const people = 300
const tagCount = 40
const three = (number: number) => String(number).padStart(3, '0')
const lastName = (index: number) => `Freudenberger-Lichtenhagen ${three(index)}`
const tagName = (index: number) => `Verhaltenstherapie am Abend, Gruppe ${three(index)}`
const list = '/dashboard/therapist/clients'

/**
 * Adds 300 clients and 40 tags with long German names. Every client has one tag, the first client has all of them.
 * Returns the id of the first client.
 */
async function fillPractice(): Promise<string> {
  const { api } = practice.therapist
  const ids = Array.from({ length: people }, () => randomUUID())
  const rows = ids.map((id, index) => ({ ...minimalClient, id, firstName: 'Maximiliane', lastName: lastName(index) }))
  for (let from = 0; from < people; from += 100)
    await api.client.importMany({ batch: randomUUID(), rows: rows.slice(from, from + 100) })
  const tagIds: string[] = []
  for (let index = 0; index < tagCount; index++) {
    const { id } = await api.clientTag.create({ id: randomUUID(), name: tagName(index), color: null })
    tagIds.push(id)
  }
  const [first = ''] = ids
  const tag = (clientId: string, tagId = '') => api.clientTag.addToClient({ clientId, tagId })
  for (const [index, id] of ids.entries()) await tag(id, tagIds[index % tagCount])
  for (const tagId of tagIds) await tag(first, tagId)
  return first
}

const rowsOf = (page: Page) => page.locator('tbody tr')
const optionsOf = (page: Page) => page.getByRole('listbox').getByRole('option')
/** The searchable field, which replaces a plain select once its code is loaded. */
const field = (page: Page, language: 'en' | 'de' = 'en') =>
  page.getByRole('combobox', { name: uiTextIn(language, 'clientTag:filter'), exact: true }).and(page.locator('input'))

test('300 clients and 40 tags are listed, filtered and counted, also on a phone in German', async ({ browser }) => {
  const first = await fillPractice()
  const nora = await setView(await openSignedIn(browser, product, practice.therapist))
  const { page } = nora
  let calls = 0
  let lists = 0
  page.on('request', (request) => {
    calls += request.url().includes('/api/') ? 1 : 0
    lists += request.url().endsWith('/api/client/list') ? 1 : 0
  })

  await test.step('the list loads 50 clients at a time, with the counts of all', async () => {
    await page.goto(list)
    await expect(rowsOf(page)).toHaveCount(50)
    await waitUntilDrawn(page)
    expect(calls, 'requests of the page').toBeLessThanOrEqual(12)
    expect(lists, 'requests of the list').toBe(1)
    const filters = page.getByRole('radiogroup', { name: uiText('client:list.filter') })
    await expect(filters.getByText(`${uiText('client:list.all')} ${people}`)).toBeVisible()
    // The next clients load when the person reaches the end of the list.
    await expect(async () => {
      await rowsOf(page).last().scrollIntoViewIfNeeded()
      await page.mouse.wheel(0, 4000)
      await expect(rowsOf(page)).toHaveCount(people, { timeout: 300 })
    }).toPass({ timeout: 30_000 })
    expect(lists, 'requests of the list').toBe(people / 50)
    await expect(page.getByText(uiText('client:list.end_other', { count: String(people) }))).toBeVisible()
    await expect(rowsOf(page).last()).toContainText(lastName(people - 1))
  })

  await test.step('a row with 40 tags shows three and names the others', async () => {
    const tags = rowsOf(page)
      .first()
      .getByRole('list', { name: uiText('clientTag:title') })
      .getByRole('listitem')
    await expect(tags).toHaveCount(4)
    await expect(tags.last()).toContainText(`+${tagCount - 3}`)
    await expect(tags.last()).toContainText(tagName(tagCount - 1))
  })

  await test.step('the filter finds a tag by a part of its name and lists its clients', async () => {
    // Seven or eight of 300 clients have a tag; the first client has all of them.
    const label = uiText('clientTag:option', { tag: tagName(37), count: '8' })
    await page.getByRole('button', { name: uiText('clientOverview:filter.show') }).click()
    await field(page).fill('gruppe 037')
    await expect(optionsOf(page)).toHaveText([label])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(rowsOf(page)).toHaveCount(8)
    await expect(rowsOf(page).nth(1)).toContainText(lastName(37))
    await expect(field(page)).toHaveValue(label)
    await field(page).fill('Zen')
    await expect(page.getByText(uiText('clientTag:notFound'))).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(field(page)).toHaveValue(label)
  })

  await test.step('the dialog of all tags is searched, too', async () => {
    await page.getByRole('button', { name: uiText('clientTag:manage') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('listitem')).toHaveCount(tagCount)
    await dialog.getByRole('searchbox', { name: uiText('clientTag:search') }).fill('GRUPPE 012')
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await expect(dialog.getByRole('listitem')).toContainText(tagName(12))
    await page.keyboard.press('Escape')
  })

  await test.step('nothing is cut or wider than a phone, in German', async () => {
    await practice.therapist.api.account.saveSettings({ language: 'de' })
    await page.setViewportSize(phoneViewport)
    await page.goto(list)
    await expect(rowsOf(page)).toHaveCount(50)
    await expectNoOverflow(page, 'list')
    await page.setViewportSize(phoneViewport)
    await expect.poll(() => cutTexts(page), 'cut off').toEqual([])
    await page.getByRole('button', { name: uiTextIn('de', 'clientOverview:filter.show') }).click()
    await field(page, 'de').fill('gruppe 0')
    await expect(optionsOf(page)).toHaveCount(tagCount)
    expect(await horizontalOverflow(page), 'filter by tag').toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: uiTextIn('de', 'clientTag:manage') }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(tagCount)
    expect(await horizontalOverflow(page), 'all tags').toBe(0)
    await page.goto(`${list}/${first}/client-profile`)
    await expect(heading(page, `Maximiliane ${lastName(0)}`)).toBeVisible()
    await expect(
      page.getByRole('button', { name: uiTextIn('de', 'clientTag:remove', { tag: tagName(39) }) }),
    ).toBeVisible()
    await expectNoOverflow(page, 'record with 40 tags')
  })
  await expectNoErrors(nora)
})
