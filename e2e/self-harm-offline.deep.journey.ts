import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { richTextFromPlain } from '../packages/contract/src/common/rich-text/rich-text.ts'
import { choiceItem, sampleMeasure } from '../packages/contract/src/features/care/measure/measure.testing.ts'
import { storedRows, waitUntilOpensOffline } from './device-storage.ts'
import { goOffline, goOnline } from './offline-device.ts'
import { openSignedIn, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const question = 'I thought of hurting myself'
const items = [choiceItem('1', [0, 1, 2], { text: { en: question }, selfHarmFrom: 1 })]

test('an answer about self-harm given offline shows the emergency numbers, also after a reload, and reaches the therapist later', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const { api } = practice.therapist
  const { id: measureId } = await api.measure.create({
    id: randomUUID(),
    content: sampleMeasure({ title: 'How it was', items, scores: [] }),
  })
  await api.measure.release({ id: measureId, revision: 1, isComparable: false })
  const { items: tasks } = await api.task.assign({
    id: randomUUID(),
    clientIds: [ana.clientId],
    title: 'How it was',
    description: richTextFromPlain(''),
    priority: 'medium',
    form: { kind: 'measure', measureId },
    dueDay: null,
    delivery: { how: 'now' },
  })
  const id = tasks[0]?.id ?? ''
  const { page } = await openSignedIn(browser, product, ana, { phone: true })
  const address = `/dashboard/client/tasks/${id}`
  const numbers = page.getByText(uiText('safety:now.title'))
  await page.goto(address)
  await expect(page.getByRole('group', { name: new RegExp(question) })).toBeVisible()
  await waitUntilOpensOffline(page)

  await test.step('the numbers appear under the question, and on the page that follows', async () => {
    await goOffline(page.context())
    await page.getByRole('radio', { name: 'Option 2' }).check({ force: true })
    await expect(page.getByText(uiText('safety:chosen.title'))).toBeVisible()
    await page.getByRole('button', { name: uiText('taskForms:submit') }).click()
    await expect(numbers).toBeVisible()
    await expect.poll(() => storedRows(page, 'outgoing')).toBeGreaterThan(0)
  })

  await test.step('a task that cannot be loaded shows them with the answer that waits', async () => {
    await page.goto(address)
    await expect(numbers).toBeVisible()
    await expect(page.getByText(question)).toBeVisible()
  })

  await test.step('the answer arrives once there is a connection', async () => {
    await goOnline(page.context())
    await expect.poll(async () => (await api.task.get({ id })).task.flag).toBe('raised')
  })
})
