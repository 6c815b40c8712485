import { test } from '@playwright/test'
import {
  openSignedIn,
  planSessionAtByApi,
  planSessionByApi,
  type JourneyPractice,
  startJourneyPractice,
} from './practice.ts'
import { allViews, expectAccessibleInViews, heading, setView } from './views.ts'
import type { JourneyServer } from './server.ts'
import { installFakeClock, waitUntilRetriesFailed } from './time.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('the pages of a therapist have no axe violations, empty and with data [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const visitor = await setView(
    await openSignedIn(browser, product, practice.therapist, { plain: true }),
    /500|SERVER_ERROR/,
  )
  const { page } = visitor
  await page.goto('/dashboard/therapist')
  await expectAccessibleInViews(
    page,
    'therapist dashboard, empty',
    page.getByRole('heading', { name: uiText('dashboard:week.title') }),
  )
  await page.goto('/dashboard/therapist/clients')
  await expectAccessibleInViews(page, 'clients, empty', page.getByText(uiText('client:list.emptyTitle')))
  const bea = await practice.newClient('Bea', 'Lang')
  await planSessionAtByApi(
    practice.therapist,
    bea.clientId,
    new Date(Math.ceil(Date.now() / 600_000) * 600_000 + 600_000).toISOString(),
    true,
  )
  await planSessionByApi(practice.therapist, bea.clientId, 3, 9)
  await planSessionByApi(practice.therapist, bea.clientId, 4, 9, true)
  const profile = `/dashboard/therapist/clients/${bea.clientId}/client-profile`

  await page.goto('/dashboard/therapist')
  await expectAccessibleInViews(
    page,
    'therapist dashboard',
    page.getByRole('heading', { name: uiText('dashboard:today.title'), exact: true }),
    allViews,
  )
  await page.goto('/dashboard/therapist/clients')
  await expectAccessibleInViews(page, 'client list', page.getByRole('link', { name: 'Bea Lang' }))
  await page.goto('/dashboard/therapist/add-client')
  await page.getByRole('button', { name: uiText('client:form.more') }).click()
  await expectAccessibleInViews(page, 'new client', page.getByLabel(uiText('client:form.dateOfBirth')))
  await page.goto(profile)
  await expectAccessibleInViews(page, 'client profile', heading(page, 'Bea Lang'), allViews)
  await page
    .getByRole('button', { name: uiTextPattern('client:profile.editOf') })
    .first()
    .click()
  await expectAccessibleInViews(
    page,
    'client, being edited',
    page.getByRole('button', { name: uiText('client:profile.save') }).first(),
  )
  for (const tab of ['sessions', 'timeline']) {
    await page.goto(`${profile}?tab=${tab}`)
    await expectAccessibleInViews(page, `client, ${tab}`, page.getByRole('tabpanel').getByRole('listitem').first())
  }
  await page.goto('/dashboard/therapist/settings')
  await expectAccessibleInViews(page, 'settings', page.getByRole('searchbox', { name: uiText('settings:find') }))
  await page.goto('/dashboard/therapist/settings/security')
  await expectAccessibleInViews(page, 'security', page.getByText(uiText('account:settings.factor')).first())
  await page.goto('/dashboard/therapist/settings/business')
  await page.getByLabel(uiText('business:field.country')).selectOption('FR')
  await expectAccessibleInViews(page, 'business settings', page.getByLabel(uiText('business:field.siret')))
  await page.getByLabel(uiText('business:field.country')).selectOption('')
  await page.goto('/dashboard/therapist/profile')
  await expectAccessibleInViews(page, 'profile', heading(page))
  await page.getByRole('button', { name: uiText('account:profile.edit') }).click()
  await expectAccessibleInViews(
    page,
    'profile, being edited',
    page.getByLabel(uiText('account:profile.specialization')),
  )
  await page.goto('/dashboard/therapist/notifications')
  await expectAccessibleInViews(page, 'all notifications', page.getByRole('main').getByRole('listitem').first())
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('bea')
  await expectAccessibleInViews(
    page,
    'palette',
    page.getByRole('option', { name: uiText('palette:planWith', { name: 'Bea Lang' }) }),
  )
  await page.keyboard.press('Escape')
  await installFakeClock(page)
  await page.route('**/api/{account/me,dashboard/frame,firstPage/get}', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await page.goto('/dashboard/therapist/clients')
  const wrong = page.getByRole('heading', { name: uiText('common:wrong.title') })
  await waitUntilRetriesFailed(page, wrong)
  await expectAccessibleInViews(page, 'something went wrong', wrong)
  await page.unroute('**/api/{account/me,dashboard/frame,firstPage/get}')
  await expectNoErrors(visitor)
})
