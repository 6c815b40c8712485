import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { openPayments } from './issued-invoice.ts'
import { dayOfLastMonth, openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { ageSession } from './time.ts'
import { uiText } from './ui-text.ts'
import { desktopViewport, heading } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
const groupId = randomUUID()
const names = ['Ana', 'Ben', 'Cleo', 'Dora', 'Eli', 'Fay'] as const
const lastName = 'Moreau'
const fullName = (name: string) => `${name} ${lastName}`
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  const { api } = practice.therapist
  const clients = await Promise.all(names.map((name) => practice.newClient(name, lastName)))
  for (const client of clients) await openPayments(practice, client)
  const price = { priceMinor: '9500', currency: 'EUR', taxRateBp: null, defaultFormat: 'in-person' as const }
  await api.service.add({ id: randomUUID(), code: '862', text: 'Group therapy', minutes: 50, place: '', ...price })
  const clientIds = clients.slice(0, 5).map(({ clientId }) => clientId)
  const group = { type: 'group', name: 'Thursdays', memberLimit: 6, typeId: null } as const
  await api.group.create({ id: groupId, ...group, showsNames: false, sharesName: false, clientIds })
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('a group of five that gains a member is billed for each person by their attendance, in one batch', async ({
  browser,
}) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  const dialog = page.getByRole('dialog')
  await page.setViewportSize(desktopViewport)
  await page.goto(`/dashboard/therapist/clients/groups/${groupId}`)
  await test.step('three weekly dates are planned for the five', async () => {
    await page
      .getByRole('button', { name: uiText('group:schedule') })
      .first()
      .click()
    await expect(dialog.getByRole('checkbox', { checked: true, name: lastName })).toHaveCount(5)
    await dialog.getByRole('switch', { name: uiText('recurrence:repeats') }).press('Space')
    await dialog.getByLabel(uiText('recurrence:fields.ends')).selectOption('count')
    await dialog.getByLabel(uiText('recurrence:fields.count'), { exact: true }).fill('3')
    await dialog.getByRole('button', { name: uiText('series:plan') }).click()
    await expect(dialog).toHaveCount(0)
  })
  const dates = (await practice.therapist.api.session.list({ which: 'upcoming', groupId, limit: 5 })).items
  const [first, second] = dates
  if (!first || !second) throw new Error('the dates are planned')
  expect(dates.map(({ participants }) => participants.length)).toEqual([5, 5, 5])

  await test.step('all five come to the first date', async () => {
    await ageTo(first, 10)
    await recordAttendance(page, first.id, {})
  })
  await test.step('a sixth member joins, and is invited to the dates that remain', async () => {
    await page.goto(`/dashboard/therapist/clients/groups/${groupId}`)
    await page.getByRole('button', { name: uiText('group:members.add') }).click()
    await dialog.getByRole('combobox', { name: uiText('session:plan.client') }).fill('Fay')
    await dialog.getByRole('option', { name: fullName('Fay') }).click()
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await dialog.getByRole('button', { name: uiText('group:add.submit') }).click()
    await expect(dialog).toHaveCount(0)
  })
  await test.step('at the second date, one is late, one excused and one does not come', async () => {
    await ageTo(second, 17)
    await recordAttendance(page, second.id, { Ben: 'late', Cleo: 'excused', Dora: 'absent' })
  })

  const expected = [
    ['Ana', '€190.00'],
    ['Ben', '€190.00'],
    ['Cleo', '€95.00'],
    ['Dora', '€95.00'],
    ['Dora', '€95.00'],
    ['Eli', '€190.00'],
    ['Fay', '€95.00'],
  ].map(([name = '', amount]) => `${fullName(name)} ${amount}`)
  await test.step('the list to bill names the fee of the one who did not come, and no date of the one who was excused', async () => {
    await page.goto('/dashboard/therapist/payments/to-bill')
    await expect(page.getByText(uiText('toBill:kind.no-show'))).toHaveCount(1)
    for (const [name, count] of [
      ['Ana', 2],
      ['Ben', 2],
      ['Cleo', 1],
      ['Dora', 2],
      ['Eli', 2],
      ['Fay', 1],
    ] as const)
      await expect(billedRows(page, name)).toHaveCount(count)
    await expect(billedRows(page, 'Dora').filter({ hasText: uiText('toBill:kind.no-show') })).toHaveCount(1)
  })
  await test.step('one click drafts all, and another issues them: each person has an invoice of their own', async () => {
    await page.getByRole('button', { name: uiText('toBill:lastMonth') }).click()
    await expect(page).toHaveURL(/filter=draft/)
    await expect(page.getByRole('row').filter({ hasText: lastName })).toHaveCount(expected.length)
    expect(await amountsOf(page)).toEqual(expected)
    await page.getByRole('button', { name: uiText('issueMany:open_other', { count: '7' }) }).click()
    await dialog.getByRole('button', { name: uiText('issueMany:open_other', { count: '7' }) }).click()
    await expect(dialog.getByText(uiText('issueMany:running_other', { done: '7', count: '7' }))).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/dashboard/therapist/payments')
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: lastName })).toHaveCount(expected.length)
    expect(await amountsOf(page)).toEqual(expected)
  })
  const { items } = await practice.therapist.api.invoice.list({ filter: 'all', limit: 10 })
  expect(items.every(({ number }) => number)).toBe(true)
  const sheets = await Promise.all(items.map(({ id }) => practice.therapist.api.invoice.get({ id })))
  const fees = sheets.filter(({ isFee }) => isFee)
  expect(fees.map(({ clientName }) => clientName)).toEqual([fullName('Dora')])
  await expectNoErrors(nora)
})

/**
 * Records the attendance of a session on its page. `others` contains the attendance of the people who were late or not there; all others were
 * present.
 */
async function recordAttendance(page: Page, id: string, others: Record<string, string>) {
  const dialog = page.getByRole('dialog')
  await page.goto(`/dashboard/therapist/sessions/session-details?id=${id}`)
  await page.getByRole('button', { name: uiText('negotiation:step.complete') }).click()
  for (const [name, attendance] of Object.entries(others))
    await dialog.getByLabel(fullName(name)).selectOption(attendance)
  await dialog.getByRole('button', { name: uiText('sessionDialog:attendance.submit') }).click()
  await expect(dialog).toHaveCount(0)
}

/** Moves a session to a day of the previous month. */
async function ageTo({ id, startsAt }: { id: string; startsAt: string }, day: number) {
  const moment = Date.parse(`${dayOfLastMonth(day)}T10:00:00Z`)
  await ageSession(product, id, { booked: 90 * 24 * 60, start: Math.round((Date.parse(startsAt) - moment) / 60_000) })
}

const billedRows = (page: Page, name: string) =>
  page.getByRole('region', { name: fullName(name) }).getByRole('listitem')

/** Returns client and total of each row of the list of invoices, sorted. */
const amountsOf = async (page: Page) =>
  (
    await page
      .getByRole('row')
      .filter({ hasText: lastName })
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())))
  )
    .map((cells) => [cells[1], cells[5]].join(' '))
    .toSorted()
