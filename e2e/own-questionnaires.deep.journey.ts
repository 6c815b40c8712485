import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { richTextFromPlain } from '../packages/contract/src/common/rich-text/rich-text.ts'
import { lformsFile } from '../packages/contract/src/features/care/measure/fhir/fhir-files.testing.ts'
import { choiceItem, sampleMeasure, sumOf } from '../packages/contract/src/features/care/measure/measure.testing.ts'
import type { TaskAnswer } from '../packages/contract/src/features/care/task/task.forms.ts'
import { waitUntilOpensOffline } from './device-storage.ts'
import { goOffline, goOnline } from './offline-device.ts'
import {
  type ClientPracticeMember,
  type JourneyPractice,
  dayAhead,
  openSignedIn,
  startJourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { closeVisitors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let clients: ClientPracticeMember[]
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  clients = []
  for (const name of ['Ana', 'Ben', 'Mia']) clients.push(await practice.newClient(name, 'Moreau'))
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** A questionnaire with a reverse item in its total, a subscale, bands and an alert. The therapist writes its title. */
const content = sampleMeasure({
  title: '',
  items: ['I fall asleep well', 'I wake up at night', 'I am tired'].map((text, at) =>
    choiceItem(`${at}`, [0, 1, 2, 3], { text: { en: text } }),
  ),
  scores: [
    sumOf([], {
      title: { en: 'Whole week' },
      items: [
        { item: '0', reverse: true },
        { item: '1', reverse: false },
        { item: '2', reverse: false },
      ],
      bands: [
        { from: 0, text: { en: 'low' } },
        { from: 5, text: { en: 'high' } },
      ],
      alerts: [{ when: 'from', at: 8 }],
    }),
    sumOf(['1', '2'], { id: 'night', title: { en: 'Night and day' } }),
  ],
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Chooses the options with the highest load: the total is 9 of 9. */
async function answerOneByOne(page: Page) {
  for (const [at, option] of [0, 3, 3].entries()) {
    await expect(page.getByText(uiText('taskForms:mode.at', { step: `${at + 1}`, count: '3' }))).toBeVisible()
    await page.getByRole('radio', { name: `Option ${option}` }).check({ force: true })
    if (at < 2) await press(page, uiText('taskForms:steps.next'))
  }
}

test('a therapist writes a questionnaire and sends it weekly; an alert given offline, curve and overview follow, and a new version starts a new curve', async ({
  browser,
}) => {
  const [ana] = clients as [ClientPracticeMember, ...ClientPracticeMember[]]
  const { api } = practice.therapist
  const { page } = await openSignedIn(browser, product, practice.therapist)
  const id = randomUUID()

  await test.step('the questionnaire gets its title, is filled in as a preview, and is released', async () => {
    await api.measure.create({ id, content })
    await page.goto('/dashboard/therapist/tasks')
    await page.getByRole('link', { name: uiText('tasks:ownMeasures') }).click()
    await page.getByRole('link', { name: uiText('measure:untitled') }).click()
    await page.getByRole('textbox', { name: uiText('measure:facts.title'), exact: true }).fill('Sleep and day')
    await press(page, uiText('measure:preview.action'))
    await page
      .getByRole('group', { name: /fall asleep/ })
      .getByRole('radio')
      .nth(1)
      .check({ force: true })
    await page
      .getByRole('group', { name: /wake up/ })
      .getByRole('radio')
      .nth(2)
      .check({ force: true })
    await page.getByRole('group', { name: /tired/ }).getByRole('radio').nth(1).check({ force: true })
    // The reverse item counts 3 − 1.
    const total = uiText('measure:preview.inRange', { score: '5', from: '0', to: '9' })
    await expect(page.getByText(`${total} · high`)).toBeVisible()
    await press(page, uiText('measure:preview.edit'))
    await press(page, uiText('measure:release.action'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: uiText('measure:release.action') })
      .click()
    await expect(page.getByText(uiText('measure:state.version', { number: '1' })).first()).toBeVisible()
  })

  await test.step('it is sent every week to three clients', async () => {
    await page.goto('/dashboard/therapist/tasks')
    await page
      .getByRole('button', { name: uiText('tasks:act.assign') })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: uiText('taskAssign:assign') })
    for (const name of ['Ana', 'Ben', 'Mia']) {
      await dialog.getByRole('combobox', { name: uiTextPattern('sessionNew:clients') }).fill(name)
      await dialog.getByRole('option', { name: new RegExp(`^${name} `) }).click()
    }
    await page.keyboard.press('Escape')
    await dialog.getByRole('radio', { name: 'Sleep and day' }).check({ force: true })
    const due = dialog.getByLabel(uiText('tasks:fields.due'), { exact: true })
    await due.fill(dayAhead(3))
    await due.blur()
    await dialog.getByLabel(uiText('taskAssign:repeat.label')).selectOption('weekly')
    await dialog.getByRole('button', { name: uiText('taskAssign:submit'), exact: true }).click()
    await expect(dialog).toBeHidden()
    for (const client of clients) expect((await client.api.task.list({ part: 'open' })).items).toHaveLength(1)
  })

  const [open] = (await ana.api.task.list({ part: 'open' })).items
  await test.step('a client answers on a phone without a connection, and the answer arrives later', async () => {
    const { page: phone } = await openSignedIn(browser, product, ana, { phone: true })
    await phone.goto(`/dashboard/client/tasks/${open?.id}`)
    await expect(phone.getByText(uiText('taskForms:mode.at', { step: '1', count: '3' }))).toBeVisible()
    await waitUntilOpensOffline(phone)
    await goOffline(phone.context())
    await answerOneByOne(phone)
    await press(phone, uiText('taskForms:submit'))
    await expect(phone.getByRole('heading', { name: uiText('taskForms:answer.mine') })).toBeVisible()
    await goOnline(phone.context())
    await expect
      .poll(async () => (await api.task.list({ part: 'ended' })).items.map(({ flag }) => flag))
      .toEqual(['raised'])
  })

  await test.step('the alert, the record and the overview show the score with its range and band', async () => {
    const shown = uiText('taskForms:measure.within', { score: '9', from: '0', to: '9' })
    await page.goto(`/dashboard/therapist/tasks/${open?.id}`)
    await expect(
      page.getByText(uiText('tasks:flag.measureAlert', { name: 'Ana', title: 'Sleep and day' })),
    ).toBeVisible()
    await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile`)
    await expect(page.getByText(shown).first()).toBeVisible()
    await page.goto('/dashboard/therapist/clients/measures')
    await expect(page.getByRole('row', { name: 'Ana' })).toContainText(shown)
    await expect(page.getByRole('row', { name: 'Ben' })).toContainText(uiText('measures:noScore'))
  })

  await test.step('a new version that does not compare starts a new curve', async () => {
    const { revision, content: now } = await api.measure.get({ id })
    await api.measure.save({ id, revision, content: { ...now, title: 'Sleep and week' } })
    await page.goto(`/dashboard/therapist/questionnaires/${id}`)
    await press(page, uiText('measure:release.action'))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: uiText('measure:release.no') }).check({ force: true })
    await dialog.getByRole('button', { name: uiText('measure:release.action') }).click()
    await expect(page.getByText(uiText('measure:state.version', { number: '2' })).first()).toBeVisible()
    const form = { kind: 'measure' as const, measureId: id }
    const { items } = await api.task.assign({
      id: randomUUID(),
      clientIds: [ana.clientId],
      title: 'Sleep and week',
      description: richTextFromPlain(''),
      priority: 'medium',
      form,
      dueDay: null,
      delivery: { how: 'now' },
    })
    const taskId = items[0]?.id ?? ''
    const answer: TaskAnswer = { ...form, answers: { '0': '0', '1': '0', '2': '1' }, language: 'en' } as TaskAnswer
    await ana.api.task.start({ id: taskId, command: randomUUID() })
    await ana.api.task.complete({ id: taskId, command: randomUUID(), answer })
    await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile`)
    await expect(page.getByText(uiTextPattern('taskProgress:newVersion')).first()).toBeVisible()
  })
})

test('a file of another program is imported after what is left out was listed, and its export is an equal questionnaire', async ({
  browser,
}) => {
  const { page } = await openSignedIn(browser, product, practice.therapist)
  await page.goto('/dashboard/therapist/questionnaires')
  await press(page, uiText('measure:import.action'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(uiText('measureImport:file')).setInputFiles({
    name: 'questionnaire.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(lformsFile)),
  })
  const lost = dialog.getByRole('listitem')
  const formula = `${uiText('measureImport:ofItem', { item: '/total' })}: ${uiText('measureImport:loss.expression')}`
  await expect(lost.filter({ hasText: formula })).toBeVisible()
  await expect(dialog.getByText(uiText('measureImport:noScores'))).toBeVisible()
  const submit = dialog.getByRole('button', { name: uiText('measureImport:submit') })
  await submit.click()
  await expect(dialog.getByText(uiText('measureImport:rightMissing'))).toBeVisible()
  await dialog.getByLabel(uiText('measure:source.right')).selectOption('permission')
  await submit.click()
  await expect(page.getByRole('textbox', { name: uiText('measure:facts.title'), exact: true })).toHaveValue(
    lformsFile.title,
  )

  await press(page, uiText('common:labelled', { label: uiText('measure:more'), text: lformsFile.title }))
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: uiText('measure:export') }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const { api } = practice.therapist
  const { items } = await api.measure.list({})
  const stored = await api.measure.get({ id: items.find(({ title }) => title === lformsFile.title)?.id ?? '' })
  expect(await api.measure.readFile({ text })).toEqual({ kind: 'import', content: stored.content, losses: [] })
})
