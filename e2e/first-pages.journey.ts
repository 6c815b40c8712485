import { expect, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { richTextFromPlain } from '../packages/contract/src/common/rich-text/rich-text.ts'
import { openSignedIn, planSessionByApi, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors, newVisitor } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

// A short version of the journeys in look-*.deep.journey.ts, which check every page in every view.
test('the first pages, a task, a dialog and the lock have no axe violations', async ({ browser }) => {
  const bea = await practice.newClient('Bea', 'Lang')
  await planSessionByApi(practice.therapist, bea.clientId, 3, 9)
  const { items } = await practice.therapist.api.task.assign({
    id: randomUUID(),
    clientIds: [bea.clientId],
    title: 'Letter to my sister',
    description: richTextFromPlain('A quiet quarter of an hour is enough.'),
    priority: 'high',
    form: { kind: 'thought-record' },
    dueDay: null,
    delivery: { how: 'now' },
  })
  const guest = await setView(await newVisitor(browser, product, 'guest@practice.test'))
  await guest.page.goto('/')
  await expectAccessibleInViews(guest.page, 'sign in', heading(guest.page, uiText('login:signIn.title')))

  const nora = await setView(await openSignedIn(browser, product, practice.therapist))
  await nora.page.goto('/dashboard/therapist')
  await expectAccessibleInViews(
    nora.page,
    'therapist dashboard',
    nora.page.getByRole('heading', { name: uiText('dashboard:today.title'), exact: true }),
  )
  await nora.page.goto('/dashboard/therapist/tasks')
  await expectAccessibleInViews(nora.page, 'board', nora.page.getByText('Letter to my sister').first())
  await nora.page.setViewportSize({ width: 1280, height: 800 })
  await nora.page
    .getByRole('button', { name: uiText('tasks:act.assign') })
    .first()
    .click()
  const title = nora.page.getByRole('dialog').getByLabel(uiText('taskAssign:title'))
  await expectAccessibleInViews(nora.page, 'assign', title, undefined, '[role=dialog]')
  await nora.page.goto(`/dashboard/therapist/clients/${bea.clientId}/client-profile`)
  await expectAccessibleInViews(nora.page, 'client profile', heading(nora.page, 'Bea Lang'))
  await expectNoErrors(nora)
  await nora.page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('attune-idle-')) ?? ''
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as object
    localStorage.setItem(name, JSON.stringify({ ...kept, locked: true }))
  })
  await nora.page.reload()
  const lock = nora.page.getByRole('dialog').getByText(uiText('reauthentication:lock.title'))
  await expectAccessibleInViews(nora.page, 'locked', lock)
  // The server refuses the calls of a locked page, which the browser reports.
  for (const error of nora.errors) expect(error).toMatch(/401|HTTP Authentication failed/)
  await nora.page.context().close()

  const client = await setView(await openSignedIn(browser, product, bea))
  await client.page.goto(`/dashboard/client/tasks/${items[0]?.id}`)
  await expectAccessibleInViews(
    client.page,
    'own task',
    client.page.getByRole('heading', { name: uiText('tasks:comments.title') }),
  )
  await expectNoErrors(guest, client)
})
