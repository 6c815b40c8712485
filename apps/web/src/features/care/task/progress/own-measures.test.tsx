import type { MeasureCurve } from '@attune/contract/features/care/task/task.measures'
import { sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { curveScale } from './curves.ts'
import { MeasuresCard } from './MeasuresCard.tsx'
import { TaskProgress } from './TaskProgress.tsx'

afterEach(() => vi.unstubAllGlobals())

const point = (day: string, score: number, comparableFrom: number) => ({
  at: `${day}T10:00:00.000Z`,
  score,
  version: comparableFrom,
  comparableFrom,
})
const curve: MeasureCurve = {
  id: sampleId,
  title: 'Sleep quality',
  range: { from: 0, to: 10 },
  bands: [
    { from: 0, known: null, text: 'restless' },
    { from: 6, known: null, text: 'restful' },
  ],
  better: 'higher',
  reliableChange: { points: 2, source: 'Own pilot, 2025' },
  points: [point('2026-10-01', 9, 1), point('2026-11-03', 4, 2), point('2026-11-17', 7, 2)],
}
const answers = (measures?: MeasureCurve[]) => ({
  ...signedInAnswers('therapist'),
  'task/measuresToSend': () => ({ items: [] }),
  'task/progress': () => ({ weeks: [], checkIns: [], scores: [], measures }),
})
const within = (score: string) => uiText('taskForms:measure.within', { score, from: '0', to: '10' })
async function showCard(measures?: MeasureCurve[]) {
  mockServer(answers(measures))
  await renderPage(<MeasuresCard client={{ id: otherSampleId, name: 'Ana Moreau' }} may />)
}

test('the card shows only own measures too: the latest score with its band, and its change since the scores it compares with', async () => {
  await showCard([curve])
  const latest = { name: 'Sleep quality', day: '17 November 2026', result: `${within('7')}, restful` }
  expect(await screen.findByText(uiText('taskProgress:latest', latest))).toBeTruthy()
  const change = { day: '3 November 2026', points: '+3' }
  expect(screen.getByText(uiText('taskProgress:change.improved', change))).toBeTruthy()
  expect(
    screen.getByText(uiText('taskProgress:measureSource', { points: '2', source: 'Own pilot, 2025' })),
  ).toBeTruthy()
  const version = { version: '2', day: '3 November 2026' }
  expect(screen.getByText(uiText('taskProgress:newVersion', version))).toBeTruthy()
  const chart = await screen.findByRole('img', { name: /^Sleep quality, 0 to 10/ })
  // Three points, and a line only between the two that can be compared.
  expect(chart.querySelectorAll('circle')).toHaveLength(3)
  expect(chart.querySelectorAll('circle ~ line, line:has(+ circle)')).toHaveLength(1)
})

test('a measure without limits, bands and a reliable change shows its score alone, and the plain change', async () => {
  const points = [point('2026-11-03', 120.5, 1), point('2026-11-17', 118, 1)]
  await showCard([{ ...curve, range: null, bands: [], reliableChange: null, points }])
  const latest = { name: 'Sleep quality', day: '17 November 2026', result: '118' }
  expect(await screen.findByText(uiText('taskProgress:latest', latest))).toBeTruthy()
  const change = { day: '3 November 2026', points: '-2.5' }
  expect(screen.getByText(uiText('taskProgress:change.unrated', change))).toBeTruthy()
  expect(screen.queryByText(uiTextPattern('taskProgress:newVersion'))).toBeNull()
})

test('the table has a row for each score with its version, and only the scores that compare have a band', async () => {
  mockServer(answers([curve]))
  await renderPage(<TaskProgress clientId={otherSampleId} />)
  fireEvent.click(await screen.findByRole('radio', { name: uiText('taskProgress:view.table') }))
  const rows = (await screen.findAllByRole('row')).map((row) => row.textContent)
  const of = (version: string) => uiText('taskProgress:version', { version })
  expect(rows.at(-3)).toContain(`${of('2')}${within('7')}, restful`)
  expect(rows.at(-1)).toMatch(new RegExp(`${of('1')}9$`))
})

test('an answer that was stored before own measures had scores shows no card', async () => {
  await showCard()
  expect(screen.queryByText(uiText('taskProgress:measures'))).toBeNull()
})

test('the scale includes scores outside the range, and labels no two scores that would overlap', () => {
  const bands = [0, 6, 9.8].map((from) => ({ from, known: null, text: '' }))
  const scale = curveScale({ ...curve, bands, points: [point('2026-11-03', 12, 1)] })
  expect([scale.from, scale.most, scale.ticks]).toEqual([0, 12, [0, 12, 6, 9.8]])
  expect(curveScale({ ...curve, range: null, bands: [], points: [] })).toMatchObject({ from: 0, most: 1 })
})

test('an own measure is repeated every two weeks by its button, and a deleted one has no button @slow', async () => {
  const { source, language } = sampleMeasure()
  const toSend = { kind: 'measure', measureId: sampleId, title: 'Sleep quality', source, language }
  const { inputsOf } = mockServer({
    ...answers([curve, { ...curve, id: otherSampleId, title: 'Deleted scale' }]),
    'task/measuresToSend': () => ({ items: [toSend] }),
    'task/templates': () => ({ items: [] }),
    'measure/list': () => ({ items: [] }),
    'task/assign': () => ({ items: [] }),
  })
  await renderPage(<MeasuresCard client={{ id: otherSampleId, name: 'Ana Moreau' }} may />)
  const name = (title: string) => uiText('taskProgress:repeatMeasureOf', { name: title })
  fireEvent.click(await screen.findByRole('button', { name: name('Sleep quality') }))
  expect(screen.queryByRole('button', { name: name('Deleted scale') })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: uiText('taskAssign:submit') }))
  await waitFor(() =>
    expect(inputsOf('task/assign')).toMatchObject([
      {
        title: 'Sleep quality',
        form: { kind: 'measure', measureId: sampleId },
        repeat: { every: 'two-weekly', count: 6 },
      },
    ]),
  )
})
