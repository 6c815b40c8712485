import type { ClientMeasure, MeasureOverview } from '@attune/contract/features/care/task/task.measures'
import { instrumentOf } from '@attune/contract/features/care/task/task.scores'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { orpc } from '../../../../platform/api/api.ts'
import { failureResponse, mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { firstSort, measureColumns, sortMeasures } from './measure-sort.ts'
import { MeasuresPage } from './MeasuresPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const instruments = [instrumentOf('phq-9'), instrumentOf('gad-7')]
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
const row = (firstName: string, more: Partial<ClientMeasure> = {}): ClientMeasure => {
  const id = `${sampleId.slice(0, -4)}${firstName.padStart(4, '0')}` as ClientMeasure['client']['id']
  return {
    client: { id, personId: id, firstName, lastName: 'Listed', avatarUrl: null },
    paused: false,
    instrumentId: 'phq-9',
    latest: null,
    change: null,
    open: null,
    ...more,
  }
}
const change = (points: number, kind: 'improved' | 'worsened' | 'uncertain') => ({ since: at(1), points, kind })
const scored = (score: number, day: number, result: NonNullable<ClientMeasure['latest']>['result'] = null) => ({
  score,
  at: at(day),
  result,
})
const ana = row('Ana', { latest: scored(9, 12), change: change(-6, 'improved') })
const ben = row('Ben', { open: { since: at(3), dueDay: '2026-11-05', overdue: true } })
// 15 of 21 is more than 17 of 27.
const cleo = row('Cleo', { instrumentId: 'gad-7', latest: scored(15, 14), change: change(4, 'worsened') })
const dora = row('Dora', { latest: scored(17, 2), open: { since: at(9), dueDay: null, overdue: false } })

test('each column sorts by its own value, rows without one come last in both directions, and names decide ties', () => {
  const order = (by: (typeof measureColumns)[number], descending = firstSort(by).descending) =>
    sortMeasures([dora, cleo, ben, ana], instruments, { by, descending }, 'en')
      .map(({ client }) => client.firstName)
      .join(' ')
  expect(Object.fromEntries(measureColumns.map((by) => [by, order(by)]))).toEqual({
    client: 'Ana Ben Cleo Dora',
    instrument: 'Cleo Ana Ben Dora',
    score: 'Cleo Dora Ana Ben',
    answered: 'Cleo Ana Dora Ben',
    change: 'Cleo Ana Ben Dora',
    open: 'Ben Dora Ana Cleo',
  })
  expect([order('score', false), order('open', true)]).toEqual(['Ana Dora Cleo Ben', 'Dora Ben Ana Cleo'])
})

test('an instrument for which a higher score is better sorts its lowest scores as the worst', () => {
  const better = { ...instrumentOf('phq-9'), better: 'higher' as const }
  const sorted = sortMeasures([dora, ana], [better], firstSort('score'), 'en')
  expect(sorted.map(({ client }) => client.firstName)).toEqual(['Ana', 'Dora'])
})

async function open(answer: () => unknown) {
  const { inputsOf } = mockServer({ ...signedInAnswers('therapist'), 'task/measures': answer })
  const { client } = await renderPage(<MeasuresPage />, '/dashboard/therapist/clients/measures')
  return { client, inputs: () => inputsOf('task/measures') }
}
const overview = (items: ClientMeasure[], more = false): MeasureOverview => ({
  instruments,
  items,
  more,
  opening: 'sealed',
})
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((line) => within(line).getByRole('link').textContent)

test('a score stands with its instrument, date, range and band; a change says since when and whether it is reliable', async () => {
  await open(() => overview([ana, ben]))
  const line = await screen.findByRole('row', { name: /Ana Listed/ })
  for (const text of ['PHQ-9', uiText('taskForms:score', { score: '9', most: '27', band: 'mild' }), '12 Nov 2026'])
    expect(within(line).getByText(text)).toBeTruthy()
  expect(within(line).getByText(uiText('measures:change.improved', { points: '−6' }))).toBeTruthy()
  expect(within(line).getByText(uiText('measures:since', { day: '1 Nov' }))).toBeTruthy()
  expect(screen.getByText(uiText('measures:open.overdue', { day: '5 Nov' }))).toBeTruthy()
  expect(screen.getByText(/PHQ-9: .*6 .*Gyani/)).toBeTruthy()
})

test('own measures stand with their titles, the ranges and bands of the answered version, or the score alone, and sort among the others @slow', async () => {
  const sleep = {
    ...instrumentOf('phq-9'),
    id: sampleId,
    title: 'Sleep quality',
    range: { from: 0, to: 10 },
    bands: [{ from: 0, known: null, text: 'restless' }],
    better: 'higher' as const,
    reliableChange: null,
  }
  const steps = { ...sleep, id: 'steps', title: 'Steps', range: null, bands: [] }
  const unrated = { since: at(1), points: -1.5, kind: 'unrated' as const }
  const eva = row('Eva', {
    instrumentId: sleep.id,
    latest: scored(1.5, 12, { range: { from: 0, to: 8 }, band: 'poor' }),
    change: unrated,
  })
  const finn = row('Finn', { instrumentId: steps.id, latest: scored(4000, 12) })
  await open(() => ({ ...overview([finn, ana, eva]), instruments: [...instruments, sleep, steps] }))
  const line = await screen.findByRole('row', { name: /Eva Listed/ })
  const score = uiText('taskForms:measure.within', { score: '1.5', from: '0', to: '8' })
  for (const text of ['Sleep quality', `${score}, poor`, '−1.5']) expect(within(line).getByText(text)).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Finn Listed/ })).getByText('4,000')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('measures:column.score') }))
  expect(names()).toEqual(['Eva Listed', 'Ana Listed', 'Finn Listed'])
})

test('a header sorts and says so; sorting asks the server nothing, and a live update names the opening of the visit @slow', async () => {
  const { client, inputs } = await open(() => overview([ana, cleo, dora]))
  const header = await screen.findByRole('button', { name: uiText('measures:column.score') })
  fireEvent.click(header)
  expect(names()).toEqual(['Cleo Listed', 'Dora Listed', 'Ana Listed'])
  expect(header.closest('th')?.getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(header)
  expect(names()).toEqual(['Ana Listed', 'Dora Listed', 'Cleo Listed'])
  expect(header.closest('th')?.getAttribute('aria-sort')).toBe('ascending')
  expect(inputs()).toEqual([{}])
  await act(() => client.invalidateQueries({ queryKey: orpc.task.key() }))
  expect(inputs()).toEqual([{}, { opening: 'sealed' }])
})

test('a list that ends before the last measure says so', async () => {
  await open(() => overview([ana], true))
  expect(await screen.findByText(/^Only the first 2,000 results are shown/)).toBeTruthy()
})

test('without measures, the page says to assign one; if it cannot be loaded, it offers to try again', async () => {
  const { inputs } = await open(() => overview([]))
  expect(await screen.findByText(uiText('measures:empty'))).toBeTruthy()
  expect(screen.getByRole('button', { name: uiText('measures:emptyAction') })).toBeTruthy()
  expect(inputs()).toHaveLength(1)
  document.body.replaceChildren()
  await open(failureResponse)
  expect(await screen.findByText(uiText('measures:failed'))).toBeTruthy()
})
