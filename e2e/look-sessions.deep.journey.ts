import { test } from '@playwright/test'
import {
  type ClientPracticeMember,
  openSignedIn,
  planSessionByApi,
  type JourneyPractice,
  startJourneyPractice,
} from './practice.ts'
import { allViews, expectAccessibleInViews, heading, setView } from './views.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let bea: ClientPracticeMember
/** The id of a session that the client has not answered yet. */
let waiting: string
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  bea = await practice.newClient('Bea', 'Lang')
  waiting = (await planSessionByApi(practice.therapist, bea.clientId, 3, 9)).id
  await planSessionByApi(practice.therapist, bea.clientId, 4, 9, true)
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('the sessions of a therapist have no axe violations: list, detail and dialogs [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const visitor = await setView(await openSignedIn(browser, product, practice.therapist))
  const { page } = visitor
  await page.goto(`/dashboard/therapist/clients/${bea.clientId}/client-profile?tab=sessions`)
  await page
    .getByRole('button', { name: uiText('session:new') })
    .first()
    .click()
  await expectAccessibleInViews(
    page,
    'planning a session',
    page.getByRole('dialog').getByRole('button', { name: uiText('session:plan.submit') }),
  )
  await page.goto('/dashboard/therapist/sessions')
  await page.getByRole('button', { name: uiText('sessionList:filter.open') }).click()
  await expectAccessibleInViews(
    page,
    'sessions, with filters',
    page.getByRole('combobox', { name: uiText('session:plan.client') }),
  )
  await page.getByRole('button', { name: uiText('sessionList:enter') }).click()
  await expectAccessibleInViews(
    page,
    'entering what took place',
    page.getByRole('dialog').getByText(uiText('sessionNew:entry.outcome')),
  )
  await page.goto(`/dashboard/therapist/sessions/session-details?id=${waiting}`)
  await expectAccessibleInViews(
    page,
    'session',
    page.getByRole('heading', { name: uiText('session:details.history') }),
    allViews,
  )
  await page.getByRole('button', { name: uiText('negotiation:act.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: uiText('negotiation:act.move') }).click()
  await expectAccessibleInViews(
    page,
    'moving a session',
    page.getByRole('dialog').getByLabel(uiText('sessionDialog:moving.reason')),
  )
  await page.goto('/dashboard/therapist/settings/new-sessions')
  await expectAccessibleInViews(page, 'settings of sessions', page.getByText(uiText('terms:defaults.video')).first())
  await expectNoErrors(visitor)
})

test('the sessions of a client have no axe violations: list, request, detail, declining [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const visitor = await setView(await openSignedIn(browser, product, bea))
  const { page } = visitor
  await page.goto('/dashboard/client/sessions')
  await page.getByRole('button', { name: uiText('sessionList:request') }).click()
  await expectAccessibleInViews(
    page,
    'asking for a session',
    page.getByRole('dialog').getByLabel(uiText('sessionNew:request.message')),
  )
  await page.goto('/dashboard/client/sessions')
  await expectAccessibleInViews(page, 'my sessions', heading(page, uiText('session:titleClient')))
  await page.goto(`/dashboard/client/sessions/session-details?id=${waiting}`)
  await expectAccessibleInViews(
    page,
    'session of a client',
    page.getByRole('heading', { name: uiText('session:details.history') }),
  )
  await page.getByRole('button', { name: uiText('negotiation:step.decline') }).click()
  await expectAccessibleInViews(page, 'declining', page.getByRole('dialog').getByLabel(uiText('sessionDialog:reason')))
  await page.goto('/dashboard/client/sessions?tab=history')
  await expectAccessibleInViews(
    page,
    'history of a client',
    page.getByRole('tab', { name: uiText('session:history'), selected: true }),
  )
  await expectNoErrors(visitor)
})
