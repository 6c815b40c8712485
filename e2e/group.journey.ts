import { expect, test } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { ageSession } from './time.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { desktopViewport, expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let members: ClientPracticeMember[]
const names = ['Ana', 'Ben', 'Cleo', 'Dora', 'Eli']
const lastName = 'Moreau'
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  members = await Promise.all(names.map((name) => practice.newClient(name, lastName)))
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('a therapist names a group of five, schedules it, records the attendance, and reads it in the grid @slow', async ({
  browser,
}) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  const dialog = page.getByRole('dialog')
  await test.step('the group is made from the clients page', async () => {
    await page.goto('/dashboard/therapist/clients')
    await page.getByRole('link', { name: uiText('client:list.groups'), exact: true }).click()
    await expectAccessibleInViews(page, 'no groups', heading(page, uiText('group:title')))
    await page.setViewportSize(desktopViewport)
    await page.getByRole('button', { name: uiText('group:new') }).click()
    await dialog.getByRole('textbox', { name: uiText('group:form.name') }).fill('Trauma group')
    const search = dialog.getByRole('combobox', { name: uiTextPattern('sessionNew:clients') })
    for (const name of names) {
      await search.fill(name)
      await dialog.getByRole('option', { name: `${name} ${lastName}` }).click()
    }
    await dialog.getByRole('button', { name: uiText('group:form.create') }).click()
    await expect(heading(page, 'Trauma group')).toBeVisible()
  })
  await test.step('its members of the day are the participants, except the one who is left out', async () => {
    await page
      .getByRole('button', { name: uiText('group:schedule') })
      .first()
      .click()
    await expect(dialog.getByRole('checkbox', { checked: true, name: lastName })).toHaveCount(names.length)
    await dialog.getByRole('checkbox', { name: `Eli ${lastName}` }).click()
    await dialog.getByRole('button', { name: uiText('session:plan.submit') }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(uiText('group:next.empty'))).toHaveCount(0)
  })
  const groupId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { items } = await practice.therapist.api.session.list({ which: 'upcoming', groupId, limit: 5 })
  const session = items[0]
  if (!session) throw new Error('the session is scheduled')
  expect(session.participants.map(({ firstName }) => firstName).toSorted()).toEqual(names.slice(0, 4))
  await test.step('after the session, the attendance is recorded', async () => {
    await ageSession(product, session.id, { start: minutesUntil(session.endsAt) })
    await page.goto(`/dashboard/therapist/sessions/session-details?id=${session.id}`)
    await page.getByRole('button', { name: uiText('negotiation:step.complete') }).click()
    await dialog.getByLabel(`Ben ${lastName}`).selectOption('late')
    await dialog.getByLabel(`Cleo ${lastName}`).selectOption('excused')
    await dialog.getByLabel(`Dora ${lastName}`).selectOption('absent')
    await dialog.getByRole('button', { name: uiText('sessionDialog:attendance.submit') }).click()
    await expect(dialog).toHaveCount(0)
  })
  await test.step('the grid says what each member did, and a member does not read the name of the group', async () => {
    await page.goto(`/dashboard/therapist/clients/groups/${groupId}`)
    const rowOf = (name: string) => page.getByRole('row', { name: `${name} ${lastName}` })
    await expect(rowOf('Ana')).toContainText(uiText('group:attendance.cell.attended'))
    await expect(rowOf('Ben')).toContainText(uiText('group:attendance.cell.late'))
    await expect(rowOf('Cleo')).toContainText(uiText('group:attendance.cell.excused'))
    await expect(rowOf('Dora')).toContainText(uiText('group:attendance.cell.absent'))
    await expectAccessibleInViews(page, 'a group', heading(page, 'Trauma group'))
    const seen = await members[0]?.api.session.get({ id: session.id })
    expect(seen?.session.group).toBeNull()
    expect(JSON.stringify(seen)).not.toContain('Trauma')
  })
  await expectNoErrors(nora)
})

const minutesUntil = (instant: string) => Math.ceil((Date.parse(instant) - Date.now()) / 60_000) + 1
