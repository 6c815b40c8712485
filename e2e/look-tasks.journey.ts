import { test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { richFrom } from '../packages/contract/src/common/rich-text.ts'
import type { NewTask } from '../packages/contract/src/features/task.ts'
import { enter, type ClientMember, type Practice, setUpByCalls } from './cast.ts'
import { everywhere, faultless, heading, look, narrowOnly } from './faultless.ts'
import { openProduct, type Product } from './product.ts'
import { everybodyLeaves, noTroubles } from './visitor.ts'

let product: Product
let practice: Practice
let ana: ClientMember
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  product = await openProduct()
  practice = await setUpByCalls(product)
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(everybodyLeaves)

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Assigns a task to Ana. */
async function give(title: string, part: Partial<NewTask> = {}) {
  const { items } = await practice.therapist.api.task.assign({
    id: randomUUID(),
    clientIds: [ana.clientId],
    title,
    description: richFrom('A quiet quarter of an hour is enough.'),
    priority: 'high',
    form: { kind: 'plain' },
    dueDay: day(-2),
    delivery: { how: 'now' },
    ...part,
  })
  return items[0]?.id ?? ''
}

test('the task pages of both roles have no axe violations, empty, with data and in German [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const nora = await look(await enter(browser, product, practice.therapist, { plain: true }))
  const own = await look(await enter(browser, product, ana))
  const { page } = nora
  const client = own.page
  await page.goto('/dashboard/therapist/tasks')
  await faultless(page, 'tasks given, none yet', page.getByRole('heading', { name: 'No tasks yet' }))
  await client.goto('/dashboard/client/tasks')
  await faultless(client, 'tasks of a client, none yet', client.getByRole('heading', { name: 'No tasks yet' }))

  const letter = await give('Letter to my sister', { form: { kind: 'thought-record' } })
  const steps = ['Phone away at ten', 'Window open'].map((text) => ({ id: randomUUID(), text }))
  const list = await give('One evening without a screen', { form: { kind: 'checklist', items: steps }, dueDay: day(5) })
  const scale = await give('Evening check-in', {
    form: { kind: 'check-in', question: 'How was your day?', low: 'Very hard', high: 'Very good' },
  })
  const phq = await give('The last two weeks', { form: { kind: 'questionnaire', name: 'phq-9' }, dueDay: day(0) })
  const sheet = await give('Exercise sheet', { dueDay: null })
  const act = (id: string) => ({ id, command: randomUUID() })
  await ana.api.task.decline({ ...act(sheet), reason: 'I would rather talk about it first.' })
  await ana.api.task.start(act(scale))
  await ana.api.task.complete({ ...act(scale), answer: { kind: 'check-in', value: 6, note: 'Slept well.' } })
  const flagged = await give('How it was', { form: { kind: 'questionnaire', name: 'phq-9' } })
  await ana.api.task.start(act(flagged))
  const answers = [1, 0, 1, 0, 1, 0, 1, 0, 1]
  const answer = { kind: 'questionnaire', name: 'phq-9', answers, language: 'en' } as const
  await ana.api.task.complete({ ...act(flagged), answer: { ...answer, answers } })

  await page.goto('/dashboard/therapist/tasks')
  await faultless(page, 'board', page.getByText(/^\d given, /), everywhere)
  await page.goto('/dashboard/therapist/tasks?view=list')
  await faultless(page, 'list', page.getByRole('link', { name: 'Letter to my sister' }), everywhere)
  await page.getByRole('button', { name: 'Assign task' }).click()
  await faultless(page, 'assign', page.getByRole('dialog').getByLabel('Title'), undefined, '[role=dialog]')
  for (const id of [flagged, sheet, letter]) {
    await page.goto(`/dashboard/therapist/tasks/${id}`)
    await faultless(page, `task ${id}`, page.getByRole('heading', { name: 'History' }))
  }
  await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=tasks`)
  await faultless(page, 'tasks of one client', page.getByRole('heading', { name: 'Over time' }))

  await client.goto('/dashboard/client/tasks')
  await faultless(client, 'today, soon, done', client.getByRole('heading', { name: /^Today/ }), everywhere)
  for (const id of [letter, list, phq, scale]) {
    await client.goto(`/dashboard/client/tasks/${id}`)
    await faultless(client, `own task ${id}`, client.getByRole('heading', { name: 'History' }))
  }

  await practice.therapist.api.account.saveSettings({ language: 'de' })
  await ana.api.account.saveSettings({ language: 'de' })
  for (const address of ['/tasks', '/tasks?view=list', `/tasks/${flagged}`]) {
    await page.goto(`/dashboard/therapist${address}`)
    await faultless(page, `${address}, German`, heading(page), narrowOnly)
  }
  for (const address of ['/tasks', `/tasks/${phq}`, `/tasks/${letter}`]) {
    await client.goto(`/dashboard/client${address}`)
    await faultless(client, `${address}, German`, heading(client), narrowOnly)
  }
  await noTroubles(nora)
  await noTroubles(own)
})
