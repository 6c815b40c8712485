import { describe, expect, test } from 'vitest'
import { choiceItem, sampleMeasure, sumOf } from '../measure/measure.testing.ts'
import { answerFitsForm, isAnswerComplete } from './task.answers.rules.ts'
import type { TaskAnswer, TaskForm } from './task.forms.ts'
import { indicatesSafetyRisk, instrumentOfMeasure, needsReview, taskResults } from './task.results.rules.ts'
import {
  bandOf,
  instrumentOf,
  measureChange,
  scoreBandOf,
  scoreChange,
  maxScore,
  questionnaireScore,
  scoreScale,
  showsResultToClient,
} from './task.scores.ts'
import { taskLabelOf, mayTakeTaskAction, type TaskAction, taskActions, taskStatuses } from './task.states.ts'
import { type TaskStatus, DeclineReason } from './task.ts'

const now = '2026-11-20T10:00:00.000Z'
const asked = { now, completedAt: '2026-11-20T09:00:00.000Z', isReadOnly: false }

describe('the states of a task', () => {
  const legal: [TaskAction, 'therapist' | 'client', TaskStatus[]][] = [
    ['start', 'client', ['assigned']],
    ['complete', 'client', ['in-progress']],
    ['undo', 'client', ['completed']],
    ['decline', 'client', ['assigned', 'in-progress']],
    ['reassign', 'therapist', ['denied']],
    ['reopen', 'therapist', ['completed']],
    ['edit', 'therapist', ['assigned', 'in-progress']],
    ['withdraw', 'therapist', [...taskStatuses]],
  ]

  test('each action is allowed for one role and its states only [4.02]', () => {
    expect(legal.map(([action]) => action)).toEqual([...taskActions])
    for (const [action, whose, from] of legal) {
      for (const status of taskStatuses) {
        for (const who of ['therapist', 'client'] as const) {
          expect(mayTakeTaskAction(action, { ...asked, who, status }), `${who} ${action} from ${status}`).toBe(
            who === whose && from.includes(status),
          )
        }
      }
    }
  })

  test('a submission can be undone for exactly 24 hours, unless the task is read-only', () => {
    const undo = (completedAt: string | null) =>
      mayTakeTaskAction('undo', { who: 'client', status: 'completed', completedAt, now, isReadOnly: false })
    expect([undo('2026-11-19T10:00:00.000Z'), undo('2026-11-19T09:59:59.999Z'), undo(null)]).toEqual([
      true,
      false,
      false,
    ])
    for (const action of taskActions) {
      for (const status of taskStatuses) {
        for (const who of ['therapist', 'client'] as const) {
          const may = mayTakeTaskAction(action, { ...asked, who, status, isReadOnly: true })
          expect(may).toBe(action === 'withdraw' && who === 'therapist')
        }
      }
    }
  })

  test('the label follows from the state and the current day in the client’s zone [4.01]', () => {
    const today = '2026-11-20'
    expect(taskLabelOf('assigned', today, today)).toBe('pending')
    expect(taskLabelOf('in-progress', '2026-11-19', today)).toBe('overdue')
    expect(taskLabelOf('assigned', null, today)).toBe('pending')
    expect(taskLabelOf('completed', '2026-11-19', today)).toBe('completed')
    expect(taskLabelOf('denied', '2026-11-19', today)).toBe('declined')
  })

  test('a reason to decline has 3 to 500 characters after trimming [5.05]', () => {
    const isAccepted = (reason: string) => DeclineReason.safeParse(reason).success
    expect(['   ', ' a ', 'no', 'too', '  too  ', 'x'.repeat(500), 'x'.repeat(501)].map(isAccepted)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      false,
    ])
  })
})

const phq = (answers: (number | null)[]): TaskAnswer => ({
  kind: 'questionnaire',
  name: 'phq-9',
  answers,
  language: 'en',
})
const gad = (answers: (number | null)[]): TaskAnswer => ({
  kind: 'questionnaire',
  name: 'gad-7',
  answers,
  language: 'de',
})
const isComplete = (answer: TaskAnswer) => isAnswerComplete({ kind: 'plain' }, answer)
const all = (count: number, value: number) => Array.from({ length: count }, () => value)

describe('questionnaires', () => {
  test('score the sum of their items, in the published bands', () => {
    expect([
      questionnaireScore(phq(all(9, 0))),
      questionnaireScore(phq(all(9, 3))),
      questionnaireScore(gad(all(7, 3))),
    ]).toEqual([0, 27, 21])
    expect([maxScore('phq-9'), maxScore('gad-7')]).toEqual([27, 21])
    const bands = (name: 'phq-9' | 'gad-7') =>
      [0, 4, 5, 9, 10, 14, 15, 19, 20, maxScore(name)].map((score) => scoreBandOf(name, score))
    expect(bands('phq-9')).toEqual([
      'minimal',
      'minimal',
      'mild',
      'mild',
      'moderate',
      'moderate',
      'moderately-severe',
      'moderately-severe',
      'severe',
      'severe',
    ])
    expect(bands('gad-7')).toEqual([
      'minimal',
      'minimal',
      'mild',
      'mild',
      'moderate',
      'moderate',
      'severe',
      'severe',
      'severe',
      'severe',
    ])
  })

  test('are drawn from 0 to their highest score, with the published bands and no gap between them', () => {
    const gad7 = scoreScale('gad-7')
    expect([gad7.most, gad7.ticks]).toEqual([21, [0, 5, 10, 15, 21]])
    expect(gad7.bands).toEqual([
      { band: 'minimal', from: 0, to: 5 },
      { band: 'mild', from: 5, to: 10 },
      { band: 'moderate', from: 10, to: 15 },
      { band: 'severe', from: 15, to: 21 },
    ])
    expect([scoreScale('phq-9').most, scoreScale('phq-9').ticks]).toEqual([27, [0, 5, 10, 15, 20, 27]])
  })

  test('have a record with their range, bands and reliable change, by which a change is rated', () => {
    const phq9 = instrumentOf('phq-9')
    expect([phq9.title, phq9.range, phq9.reliableChange?.points]).toEqual(['PHQ-9', { from: 0, to: 27 }, 6])
    expect([0, 4, 5, 27].map((score) => bandOf(phq9, score)?.known)).toEqual(['minimal', 'minimal', 'mild', 'severe'])
    expect(bandOf(phq9, -1)).toBeNull()
    const kinds = (more: object) =>
      [-6, -5, 5, 6].map((points) => measureChange({ ...phq9, ...more }, 10, 10 + points).kind)
    expect(kinds({})).toEqual(['improved', 'uncertain', 'uncertain', 'worsened'])
    expect(kinds({ better: 'higher' })).toEqual(['worsened', 'uncertain', 'uncertain', 'improved'])
    expect(kinds({ reliableChange: null })).toEqual(['unrated', 'unrated', 'unrated', 'unrated'])
  })

  test('have no score and cannot be submitted while an item is unanswered', () => {
    for (const answer of [phq([]), phq(all(8, 1)), phq([...all(8, 1), null]), gad(all(6, 0))]) {
      expect([questionnaireScore(answer), isComplete(answer)]).toEqual([null, false])
    }
    expect(isComplete(phq(all(9, 0)))).toBe(true)
  })

  test('the ninth item of the PHQ-9 indicates a safety risk at any score, and no other item does', () => {
    expect(indicatesSafetyRisk(null, phq([...all(8, 0), 1]))).toBe(true)
    expect(indicatesSafetyRisk(null, phq([...all(8, 3), 0]))).toBe(false)
    expect(indicatesSafetyRisk(null, gad(all(7, 3)))).toBe(false)
  })
})

test('an answer fits only a form of its kind with its items', () => {
  const [known, strange] = ['6d6a2a44-6d0b-4b9b-8f0e-0f7e3e5a1c01', '6d6a2a44-6d0b-4b9b-8f0e-0f7e3e5a1c02']
  const list: TaskForm = { kind: 'checklist', items: [{ id: known, text: 'Walk' }] }
  expect(answerFitsForm(list, { kind: 'checklist', done: [known], note: '' })).toBe(true)
  expect(answerFitsForm(list, { kind: 'checklist', done: [strange], note: '' })).toBe(false)
  expect(answerFitsForm(list, { kind: 'plain', note: '' })).toBe(false)
  expect(answerFitsForm({ kind: 'questionnaire', name: 'gad-7' }, phq(all(9, 0)))).toBe(false)
  expect(answerFitsForm({ kind: 'questionnaire', name: 'gad-7' }, gad(all(8, 0)))).toBe(false)
  const record = { situation: '', thought: '', feeling: '', evidence: '', alternative: '' }
  expect(isComplete({ kind: 'thought-record', ...record })).toBe(false)
  expect(isComplete({ kind: 'thought-record', ...record, feeling: ' ' })).toBe(false)
  expect(isComplete({ kind: 'thought-record', ...record, feeling: 'Calm' })).toBe(true)
  expect(isComplete({ kind: 'checklist', done: [], note: ' ' })).toBe(false)
  expect(isComplete({ kind: 'check-in', value: null, note: 'Tired' })).toBe(false)
  expect(isComplete({ kind: 'check-in', value: 0, note: '' })).toBe(true)
})

describe('a measure of the therapist', () => {
  const measureId = '6d6a2a44-6d0b-4b9b-8f0e-0f7e3e5a1c03'
  const content = sampleMeasure({
    items: [choiceItem('1', [0, 1, 2]), choiceItem('2', [0, 1], { selfHarmFrom: 1 })],
    scores: [
      sumOf(['1', '2'], {
        bands: [
          { from: 0, text: { en: 'Low', de: 'Niedrig' } },
          { from: 2, text: { en: 'High' } },
        ],
        alerts: [{ when: 'from', at: 2 }],
      }),
    ],
  })
  const form: TaskForm = { kind: 'measure', measureId, copy: { version: 1, comparableFrom: 1, content } }
  const answer = (answers: Record<string, string>): TaskAnswer => ({
    kind: 'measure',
    measureId,
    answers,
    language: 'de',
  })

  test('is answered with its own items, in the copy that was sent', () => {
    expect(answerFitsForm(form, answer({ 1: '0' }))).toBe(true)
    expect(answerFitsForm(form, answer({ 3: '0' }))).toBe(false)
    expect(answerFitsForm({ ...form, measureId: `${measureId.slice(0, -1)}4` }, answer({ 1: '0' }))).toBe(false)
    expect(answerFitsForm({ kind: 'measure', measureId }, answer({ 1: '0' }))).toBe(false)
    expect(isAnswerComplete(form, answer({ 1: '0', 2: '0' }))).toBe(true)
    expect(isAnswerComplete(form, answer({ 1: '0' }))).toBe(false)
    expect(isAnswerComplete({ kind: 'measure', measureId }, answer({ 1: '0', 2: '0' }))).toBe(false)
  })

  test('is reviewed for self-harm or an alert, and only self-harm is a safety risk', () => {
    const seen = (answers: Record<string, string>) => [
      indicatesSafetyRisk(form, answer(answers)),
      needsReview(form, answer(answers)),
    ]
    expect(seen({ 1: '0', 2: '0' })).toEqual([false, false])
    expect(seen({ 1: '0', 2: '1' })).toEqual([true, true])
    expect(seen({ 1: '2', 2: '0' })).toEqual([false, true])
    expect(indicatesSafetyRisk(null, answer({ 1: '0', 2: '1' }))).toBe(false)
  })

  test('has results and a record in the language of the reader, and shows them to the client only if the therapist does', () => {
    expect(taskResults(form, answer({ 1: '1', 2: '0' }), 'de')).toMatchObject([{ score: 1, band: 'Niedrig' }])
    expect(taskResults({ kind: 'plain' }, { kind: 'plain', note: '' }, 'de')).toEqual([])
    expect(instrumentOfMeasure(measureId, { content }, 'de')).toMatchObject({
      id: measureId,
      title: 'Sample',
      range: { from: 0, to: 3 },
      bands: [
        { from: 0, known: null, text: 'Niedrig' },
        { from: 2, known: null, text: 'High' },
      ],
    })
    expect(instrumentOfMeasure(measureId, { content: { ...content, scores: [] } }, 'de')).toBeNull()
    expect([form, { ...form, showResult: true }].map(showsResultToClient)).toEqual([false, true])
  })
})

test('a change of a score is reliable from 6 points of the PHQ-9 and 4 points of the GAD-7 on', () => {
  expect(scoreChange('phq-9', [])).toBeNull()
  expect(scoreChange('phq-9', [12])).toBeNull()
  expect(scoreChange('phq-9', [12, 20, 7])).toEqual({ points: -5, kind: 'uncertain' })
  expect(scoreChange('phq-9', [12, 2, 6])).toEqual({ points: -6, kind: 'improved' })
  expect(scoreChange('phq-9', [6, 12])).toEqual({ points: 6, kind: 'worsened' })
  expect(scoreChange('gad-7', [10, 7])).toEqual({ points: -3, kind: 'uncertain' })
  expect(scoreChange('gad-7', [10, 6])).toEqual({ points: -4, kind: 'improved' })
  expect(scoreChange('gad-7', [6, 10])).toEqual({ points: 4, kind: 'worsened' })
})
