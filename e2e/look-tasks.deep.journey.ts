import { test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { richTextFromPlain } from '../packages/contract/src/common/rich-text/rich-text.ts'
import type { NewTask } from '../packages/contract/src/features/care/task/task.fields.ts'
import {
  type ClientPracticeMember,
  type JourneyPractice,
  dayAhead,
  openSignedIn,
  startJourneyPractice,
} from './practice.ts'
import { allViews, expectAccessibleInViews, heading, setView, phoneView } from './views.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Assigns a task to Ana through the API. */
async function give(title: string, part: Partial<NewTask> = {}) {
  const { items } = await practice.therapist.api.task.assign({
    id: randomUUID(),
    clientIds: [ana.clientId],
    title,
    description: richTextFromPlain('A quiet quarter of an hour is enough.'),
    priority: 'high',
    form: { kind: 'plain' },
    dueDay: dayAhead(-2),
    delivery: { how: 'now' },
    ...part,
  })
  return items[0]?.id ?? ''
}

test('the task pages of both roles have no axe violations, empty, with data and in German [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const nora = await setView(await openSignedIn(browser, product, practice.therapist, { plain: true }))
  const own = await setView(await openSignedIn(browser, product, ana))
  const { page } = nora
  const client = own.page
  await page.goto('/dashboard/therapist/tasks')
  await expectAccessibleInViews(
    page,
    'tasks given, none yet',
    page.getByRole('heading', { name: uiText('tasks:empty.given') }),
  )
  await client.goto('/dashboard/client/tasks')
  await expectAccessibleInViews(
    client,
    'tasks of a client, none yet',
    client.getByRole('heading', { name: uiText('tasks:empty.mine') }),
  )

  const letter = await give('Letter to my sister', { form: { kind: 'thought-record' } })
  const steps = ['Phone away at ten', 'Window open'].map((text) => ({ id: randomUUID(), text }))
  const list = await give('One evening without a screen', {
    form: { kind: 'checklist', items: steps },
    dueDay: dayAhead(5),
  })
  const scale = await give('Evening check-in', {
    form: { kind: 'check-in', question: 'How was your day?', low: 'A hard one', high: 'A good one' },
  })
  const sheet = await give('Exercise sheet', { dueDay: null })
  const act = (id: string) => ({ id, command: randomUUID() })
  await ana.api.task.decline({ ...act(sheet), reason: 'I would rather talk about it first.' })
  await ana.api.task.start(act(scale))
  await ana.api.task.complete({ ...act(scale), answer: { kind: 'check-in', value: 6, note: 'Slept well.' } })
  const again = await give('Evening check-in', {
    form: { kind: 'check-in', question: 'How was your day?', low: 'A hard one', high: 'A good one' },
  })
  await ana.api.task.start(act(again))
  await ana.api.task.complete({ ...act(again), answer: { kind: 'check-in', value: 8, note: '' } })
  const flagged = await give('How it was', { form: { kind: 'questionnaire', name: 'phq-9', showResult: true } })
  await ana.api.task.start(act(flagged))
  const answers = [1, 0, 1, 0, 1, 0, 1, 0, 1]
  const answer = { kind: 'questionnaire', name: 'phq-9', answers, language: 'en' } as const
  await ana.api.task.complete({ ...act(flagged), answer: { ...answer, answers } })
  const phq = await give('The last two weeks', { form: { kind: 'questionnaire', name: 'phq-9' }, dueDay: dayAhead(0) })

  await page.goto('/dashboard/therapist/tasks')
  await expectAccessibleInViews(
    page,
    'board',
    page.getByText(uiTextPattern('tasks:sum.given', { count: /\d+/ })),
    allViews,
  )
  await page.goto('/dashboard/therapist/tasks?view=list')
  await expectAccessibleInViews(page, 'list', page.getByRole('link', { name: 'Letter to my sister' }), allViews)
  await page.getByRole('button', { name: uiText('tasks:act.assign') }).click()
  await expectAccessibleInViews(
    page,
    'assign',
    page.getByRole('dialog').getByLabel(uiText('taskAssign:title')),
    undefined,
    '[role=dialog]',
  )
  for (const id of [flagged, sheet, letter]) {
    await page.goto(`/dashboard/therapist/tasks/${id}`)
    await expectAccessibleInViews(
      page,
      `task ${id}`,
      page.getByRole('heading', { name: uiText('tasks:history.title') }),
    )
  }
  await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=tasks`)
  await expectAccessibleInViews(
    page,
    'tasks of one client',
    page.getByRole('heading', { name: uiText('tasks:progress'), exact: true }),
  )

  await page.goto('/dashboard/therapist/clients/measures')
  await expectAccessibleInViews(page, 'measures', page.getByRole('row', { name: 'PHQ-9' }).first(), allViews)

  await client.goto('/dashboard/client/tasks')
  await expectAccessibleInViews(
    client,
    'today, soon, done',
    client.getByRole('img', { name: uiText('taskProgress:own.line', { title: 'Evening check-in', values: '6, 8' }) }),
    allViews,
  )
  for (const id of [letter, list, phq, scale]) {
    await client.goto(`/dashboard/client/tasks/${id}`)
    await expectAccessibleInViews(
      client,
      `own task ${id}`,
      client.getByRole('heading', { name: uiText('tasks:comments.title') }),
    )
  }

  await practice.therapist.api.account.saveSettings({ language: 'de' })
  await ana.api.account.saveSettings({ language: 'de' })
  for (const address of ['/tasks', '/tasks?view=list', `/tasks/${flagged}`, '/clients/measures']) {
    await page.goto(`/dashboard/therapist${address}`)
    await expectAccessibleInViews(page, `${address}, German`, heading(page), phoneView)
  }
  for (const address of ['/tasks', `/tasks/${phq}`, `/tasks/${letter}`]) {
    await client.goto(`/dashboard/client${address}`)
    await expectAccessibleInViews(client, `${address}, German`, heading(client), phoneView)
  }
  await expectNoErrors(nora)
  await expectNoErrors(own)
})
