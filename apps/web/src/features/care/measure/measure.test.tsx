import type { MeasureContent, MeasureView } from '@attune/contract/features/care/measure/measure.schemas'
import { choiceItem, sampleMeasure, sumOf } from '@attune/contract/features/care/measure/measure.testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { resetPage } from '../../../testing/reset-page.ts'
import { uiText } from '../../../testing/ui-text.ts'
import { ImportMeasureDialog } from './list/ImportMeasureDialog.tsx'
import { MeasureListPage } from './list/MeasureListPage.tsx'
import { MeasureById } from './write/MeasurePage.tsx'

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
afterEach(resetPage)

const viewOf = (content: MeasureContent, more: Partial<MeasureView> = {}): MeasureView => ({
  id,
  title: content.title,
  revision: 1,
  version: null,
  isChanged: true,
  isAnswered: false,
  updatedAt: '2026-11-20T09:00:00.000Z',
  content,
  problems: [],
  ...more,
})

/** Opens the editor of a measure. */
async function openEditor(view: MeasureView, answers: Record<string, (input: never) => unknown> = {}) {
  const server = mockServer({ 'measure/get': () => view, 'measure/list': () => ({ items: [] }), ...answers })
  await renderPage(<MeasureById id={view.id} />)
  await screen.findByRole('button', { name: uiText('measure:preview.action') })
  return server
}
const press = (key: Parameters<typeof uiText>[0]) => fireEvent.click(screen.getByRole('button', { name: uiText(key) }))
const gap = uiText('measure:problem.band-gap')

test('a gap between bands is named above the questionnaire, which leads to it, and at the band @slow', async () => {
  const bands = [{ from: 2, text: { en: 'Some' } }]
  await openEditor(viewOf(sampleMeasure({ scores: [sumOf(['1', '2'], { bands })] })))
  fireEvent.click(screen.getByRole('button', { name: `Total: ${gap}` }))
  const score = within(
    screen.getByRole('textbox', { name: uiText('measure:score.title') }).closest('li') as HTMLElement,
  )
  score.getByText(gap)
  fireEvent.change(score.getByDisplayValue('2'), { target: { value: '0' } })
  await waitFor(() => expect(screen.queryByText(gap)).toBeNull())
})

test('the preview shows score, band, missing rule and alerts while the therapist fills it in @slow', async () => {
  const items = [choiceItem('1', [0, 1, 2]), choiceItem('2', [0, 1, 2], { selfHarmFrom: 2 })]
  const bands = [
    { from: 0, text: { en: 'Low' } },
    { from: 3, text: { en: 'High' } },
  ]
  const total = sumOf(['1', '2'], { missingUpTo: 1, bands, alerts: [{ when: 'from', at: 4 }] })
  const { inputsOf } = await openEditor(viewOf(sampleMeasure({ items, scores: [total] })))
  press('measure:preview.action')
  await screen.findByText(uiText('measure:preview.noScore_other', { count: '2' }))
  const answer = (name: RegExp, option: number) =>
    fireEvent.click(within(screen.getByRole('group', { name })).getAllByRole('radio')[option] as HTMLElement)
  answer(/Item 1/, 2)
  screen.getByText(new RegExp(`4 of 0 to 4 · High · ${uiText('measure:preview.prorated_one', { count: '1' })}`))
  screen.getByText(uiText('measure:preview.alert'))
  expect(screen.queryByText(uiText('measure:preview.safety'))).toBeNull()
  answer(/Item 2/, 2)
  screen.getByText(uiText('measure:preview.safety'))
  screen.getByText(uiText('measure:preview.selfHarm'))
  expect(inputsOf('measure/save')).toEqual([])
})

test('a change that meets another window keeps both, and the therapist chooses @slow', async () => {
  const theirs = viewOf(sampleMeasure({ title: 'Theirs' }), { revision: 2 })
  const { inputsOf } = await openEditor(viewOf(sampleMeasure()), {
    'measure/save': (input: { revision: number; content: MeasureContent }) =>
      input.revision === 1
        ? refusalResponse(409, 'CHANGED', theirs)
        : viewOf(input.content, { revision: 3, title: input.content.title }),
  })
  fireEvent.change(screen.getByLabelText(uiText('measure:facts.title')), { target: { value: 'Mine' } })
  fireEvent.click(await screen.findByRole('button', { name: uiText('versionConflict:keepMine') }, { timeout: 4000 }))
  await waitFor(() => expect(inputsOf('measure/save')).toHaveLength(2))
  expect(inputsOf('measure/save')[1]).toMatchObject({ revision: 2, content: { title: 'Mine' } })
})

test('a release after a first version asks whether scores compare, and sends the answer @slow', async () => {
  const content = sampleMeasure()
  const { inputsOf } = await openEditor(viewOf(content, { version: 1, isAnswered: true }), {
    'measure/release': () => viewOf(content, { version: 2, isChanged: false }),
  })
  press('measure:release.action')
  const dialog = within(await screen.findByRole('dialog'))
  const submit = dialog.getByRole('button', { name: uiText('measure:release.action') })
  fireEvent.click(submit)
  dialog.getByText(uiText('measure:release.choose'))
  fireEvent.click(dialog.getByRole('radio', { name: uiText('measure:release.no') }))
  fireEvent.click(submit)
  await waitFor(() => expect(inputsOf('measure/release')).toEqual([{ id, revision: 1, isComparable: false }]))
})

test('an import lists what is left out and asks for the right to use it before it creates a draft', async () => {
  const content = sampleMeasure({ source: { ...sampleMeasure().source, right: null } })
  const losses = [{ loss: 'expression', part: '7', detail: 'calculatedExpression' }]
  const { inputsOf } = mockServer({
    'measure/readFile': () => ({ kind: 'import', content, losses }),
    'measure/create': () => viewOf(content),
  })
  await renderPage(<ImportMeasureDialog onClose={() => {}} />)
  const file = new File(['{}'], 'q.json', { type: 'application/json' })
  fireEvent.change(await screen.findByLabelText(uiText('measureImport:file')), { target: { files: [file] } })
  await screen.findByText(new RegExp(`7: ${uiText('measureImport:loss.expression')}`))
  press('measureImport:submit')
  screen.getByText(uiText('measureImport:rightMissing'))
  expect(inputsOf('measure/create')).toEqual([])
  fireEvent.change(screen.getByLabelText(uiText('measure:source.right')), { target: { value: 'licence' } })
  press('measureImport:submit')
  await waitFor(() =>
    expect(inputsOf('measure/create')).toMatchObject([{ content: { title: 'Sample', source: { right: 'licence' } } }]),
  )
})

const utf16 = new Uint8Array([0xff, 0xfe, 0x7b, 0])
const latin1 = Uint8Array.from('{"title":"Schläfrigkeit"}', (letter) => letter.codePointAt(0) ?? 0)
test.each([
  ['in UTF-16', utf16, 'charset'],
  ['in Latin-1', latin1, 'charset'],
  ['of 20 MB', new Uint8Array(20_000_000), 'too-large'],
] as const)('a file %s is refused before it is sent @slow', async (_, bytes, refusal) => {
  const { calls } = mockServer({})
  await renderPage(<ImportMeasureDialog onClose={() => {}} />)
  const file = new File([bytes], 'q.json')
  fireEvent.change(await screen.findByLabelText(uiText('measureImport:file')), { target: { files: [file] } })
  await screen.findByText(uiText(`measureImport:refused.${refusal}`))
  expect(calls).toEqual([])
})

test('the list names the state of each questionnaire', async () => {
  const item = { id, revision: 1, isAnswered: false, updatedAt: '2026-11-20T09:00:00.000Z', items: 9 }
  const states = [
    { version: null, isChanged: true },
    { version: 2, isChanged: false },
    { version: 2, isChanged: true },
  ]
  mockServer({
    'measure/list': () => ({
      items: states.map((state, at) => ({ ...item, ...state, id: `${at}${id.slice(1)}`, title: `Q${at}` })),
    }),
  })
  await renderPage(<MeasureListPage />)
  await screen.findByText('Q0')
  screen.getByText(uiText('measure:state.draft'))
  screen.getByText(uiText('measure:state.version', { number: '2' }))
  screen.getByText(uiText('measure:state.changed', { number: '2' }))
})
