import { expect, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { richTextFromPlain } from '../packages/contract/src/common/rich-text/rich-text.ts'
import { lformsFile } from '../packages/contract/src/features/care/measure/fhir/fhir-files.testing.ts'
import type { MeasureContent } from '../packages/contract/src/features/care/measure/measure.schemas.ts'
import {
  choiceItem,
  numberItem,
  sampleMeasure,
  sumOf,
} from '../packages/contract/src/features/care/measure/measure.testing.ts'
import { openSignedIn, type ClientPracticeMember, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { expectFocusRing, focusByTab, tabTo } from './tab-stops.ts'
import { uiText } from './ui-text.ts'
import { allViews, desktopViewport, expectAccessibleInViews, heading, phoneView, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

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

/** A questionnaire with an item of each kind, a subscale, and a source. */
const content = sampleMeasure({
  title: 'Sleep and day',
  intro: { en: 'Think of the last seven days.', de: 'Denken Sie an die letzten sieben Tage.' },
  items: [
    { id: 'g', parent: null, kind: 'group', text: { en: 'Nights', de: 'Nächte' }, when: null },
    choiceItem('1', [0, 1, 2, 3], { parent: 'g', text: { en: 'I woke up at night', de: 'Ich bin nachts aufgewacht' } }),
    { id: 'd', parent: null, kind: 'display', text: { en: 'Now about the day.' }, when: null },
    {
      id: '2',
      parent: null,
      kind: 'yes-no',
      text: { en: 'I slept during the day' },
      when: null,
      required: false,
      points: { yes: 1, no: 0 },
      selfHarmFrom: null,
    },
    numberItem('3', { text: { en: 'Hours of sleep' }, unit: 'hours' }),
    choiceItem('4', [0, 1, 2], { text: { en: 'I thought of hurting myself' }, selfHarmFrom: 1 }),
    { id: '5', parent: null, kind: 'text', text: { en: 'What helped you?' }, when: null, required: false },
  ],
  scores: [
    sumOf(['1', '2', '4'], {
      title: { en: 'Whole week' },
      bands: [
        { from: 0, text: { en: 'low' } },
        { from: 4, text: { en: 'high' } },
      ],
      alerts: [{ when: 'from', at: 5 }],
    }),
    sumOf(['1', '2'], { id: 'night', title: { en: 'Night' } }),
  ],
  source: { ...sampleMeasure().source, publisher: 'Sample Press', copyright: '© Sample Press', version: '2' },
})

/** Creates a questionnaire, and releases it if it is complete. Returns its id. */
async function create(measure: MeasureContent, isReleased = true): Promise<string> {
  const { api } = practice.therapist
  const { id, revision } = await api.measure.create({ id: randomUUID(), content: measure })
  if (isReleased) await api.measure.release({ id, revision, isComparable: false })
  return id
}

/** Assigns a questionnaire to Ana. Returns the id of the task. */
async function assign(measureId: string): Promise<string> {
  const { items } = await practice.therapist.api.task.assign({
    id: randomUUID(),
    clientIds: [ana.clientId],
    title: content.title,
    description: richTextFromPlain('A quiet quarter of an hour is enough.'),
    priority: 'medium',
    form: { kind: 'measure', measureId },
    dueDay: null,
    delivery: { how: 'now' },
  })
  return items[0]?.id ?? ''
}

test('the pages of own questionnaires have no axe violations: list, editor, preview, import and the client’s form [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const nora = await setView(await openSignedIn(browser, product, practice.therapist, { plain: true }))
  const own = await setView(await openSignedIn(browser, product, ana))
  const { page } = nora
  const client = own.page
  const list = '/dashboard/therapist/questionnaires'
  await page.goto(list)
  await expectAccessibleInViews(
    page,
    'questionnaires, none yet',
    page.getByRole('heading', { name: uiText('measure:emptyTitle') }),
  )
  const id = await create(content)
  const wrong = await create({ ...content, title: 'Unfinished', scores: [sumOf([])] }, false)
  const task = await assign(id)

  await page.goto(list)
  await expectAccessibleInViews(page, 'questionnaires', page.getByRole('link', { name: content.title }), allViews)
  await page.getByRole('button', { name: uiText('measure:import.action') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(uiText('measureImport:file')).setInputFiles({
    name: 'questionnaire.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(lformsFile)),
  })
  await expectAccessibleInViews(
    page,
    'import',
    dialog.getByLabel(uiText('measure:source.right')),
    allViews,
    '[role=dialog]',
  )

  await page.goto(`${list}/${wrong}`)
  await page.getByRole('button', { name: uiText('measure:release.action') }).click()
  await expectAccessibleInViews(page, 'editor with problems', page.getByRole('alert').first(), allViews)
  await page.goto(`${list}/${id}`)
  for (const name of [/I woke up at night/, /I slept during/, /Hours of sleep/, /^Whole week/]) {
    await page.getByRole('button', { name, expanded: false }).click()
    await expectAccessibleInViews(page, `editor, ${name}`, page.getByRole('button', { name, expanded: true }))
  }
  await page.getByRole('button', { name: uiText('measure:preview.action') }).click()
  await page
    .getByRole('group', { name: /hurting myself/ })
    .getByRole('radio')
    .nth(2)
    .check({ force: true })
  await expectAccessibleInViews(page, 'preview', page.getByText(uiText('measure:preview.selfHarm')), allViews)

  await client.goto(`/dashboard/client/tasks/${task}`)
  await client.setViewportSize(desktopViewport)
  await client
    .getByRole('group', { name: /hurting myself/ })
    .getByRole('radio')
    .nth(1)
    .check({ force: true })
  await client.getByRole('button', { name: uiText('taskForms:submit') }).click()
  await expectAccessibleInViews(
    client,
    'a list of questions',
    client.getByText(uiText('measureItem:missing')),
    allViews,
  )
  // A choice that was made on a desktop also applies on a phone.
  await client.setViewportSize(desktopViewport)
  await client.getByText(uiText('taskForms:mode.one'), { exact: true }).click()
  const at = (step: number) => client.getByText(uiText('taskForms:mode.at', { step: `${step}`, count: '5' }))
  await expectAccessibleInViews(client, 'one question', at(1), allViews)

  await practice.therapist.api.account.saveSettings({ language: 'de' })
  await ana.api.account.saveSettings({ language: 'de' })
  for (const address of [list, `${list}/${id}`]) {
    await page.goto(address)
    await expectAccessibleInViews(page, `${address}, German`, heading(page), phoneView)
  }
  await client.goto(`/dashboard/client/tasks/${task}`)
  await expectAccessibleInViews(client, 'one question, German', heading(client), phoneView)
  await expectNoErrors(nora, own)
})

test('a client answers an own questionnaire by keyboard only, one question at a time', async ({ browser }) => {
  const leo = await practice.newClient('Leo', 'Brandt')
  const { api } = practice.therapist
  const { items } = await api.task.assign({
    id: randomUUID(),
    clientIds: [leo.clientId],
    title: content.title,
    description: richTextFromPlain(''),
    priority: 'medium',
    form: { kind: 'measure', measureId: await create(content) },
    dueDay: null,
    delivery: { how: 'now' },
  })
  const id = items[0]?.id ?? ''
  const { page } = await openSignedIn(browser, product, leo)
  const { keyboard } = page
  await page.goto(`/dashboard/client/tasks/${id}`)
  const [one, all] = (['one', 'all'] as const).map((mode) =>
    page.getByRole('radio', { name: uiText(`taskForms:mode.${mode}`) }),
  )
  if (!one || !all) throw new Error('there is no choice of the mode')
  await focusByTab(page, all)
  await expectFocusRing(all)
  await keyboard.press('ArrowLeft')
  await expect(one).toBeChecked()
  const question = (name: string) => page.getByRole('group', { name: new RegExp(name) })
  const next = async () => {
    await tabTo(page, page.getByRole('button', { name: uiText('taskForms:steps.next') }))
    await keyboard.press('Enter')
  }

  await tabTo(page, question('woke up').getByRole('radio').first())
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await next()
  // The question has the focus, so that a screen reader reads it.
  await expect(question('during the day')).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await next()
  await tabTo(page, page.getByRole('textbox', { name: /Hours of sleep/ }))
  await keyboard.type('7')
  await next()
  await expect(question('hurting myself')).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await next()
  await tabTo(page, page.getByRole('textbox', { name: /What helped/ }))
  await keyboard.type('The window open.')
  await tabTo(page, page.getByRole('button', { name: uiText('taskForms:submit') }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: uiText('taskForms:answer.mine') })).toBeVisible()
  const answers = async () => {
    const answer = (await leo.api.task.get({ id })).answer?.answer
    return answer?.kind === 'measure' ? answer.answers : null
  }
  await expect.poll(answers).toEqual({ '1': '2', '2': true, '3': 7, '4': '0', '5': 'The window open.' })
})
