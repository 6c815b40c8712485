// @vitest-environment node
import { emptyRichText } from '@attune/contract/common/rich-text/rich-text'
import { questionnaireItems } from '@attune/contract/features/care/task/task.rules'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { expect, test } from 'vitest'
import { newTaskInput, newTaskAssignment, taskAssignmentProblems } from '../assign/task-assignment.ts'
import { parseAnswer, emptyAnswer, missingInAnswer, serializeAnswer } from './answer-text.ts'
import { safetyItemOf, questionnaireText } from './questionnaires.ts'
import { taskFiltersOf } from '../list/filters.ts'
import { parseTaskSearch } from '../task-search.ts'

const a = 'aaaaaaaa-5d1f-4a58-9a43-0d3a1a2b3c4d'
const b = 'bbbbbbbb-5d1f-4a58-9a43-0d3a1a2b3c4d'

test('every kind of answer is serialized and parsed without loss', () => {
  const cases: [TaskForm, TaskAnswer][] = [
    [{ kind: 'plain' }, { kind: 'plain', note: 'Two lines\nof it' }],
    [
      { kind: 'checklist', items: [{ id: a, text: 'One' }] },
      { kind: 'checklist', done: [a], note: '' },
    ],
    [
      { kind: 'check-in', question: 'How?', low: '', high: '' },
      { kind: 'check-in', value: 0, note: 'x' },
    ],
    [
      { kind: 'thought-record' },
      { kind: 'thought-record', situation: 's', thought: 't', feeling: 'f', evidence: '', alternative: '' },
    ],
    [
      { kind: 'questionnaire', name: 'gad-7' },
      { kind: 'questionnaire', name: 'gad-7', answers: [0, 1, null, 3, 2, 0, 0], language: 'de' },
    ],
  ]
  for (const [form, answer] of cases) {
    expect(parseAnswer(serializeAnswer(answer), form, 'en')).toEqual(answer)
    expect(parseAnswer(serializeAnswer({ kind: 'plain', note: 'of another form' }), form, 'en').kind).toBe(form.kind)
  }
})

test('a ticked item that was removed from the checklist is dropped', () => {
  const form: TaskForm = { kind: 'checklist', items: [{ id: a, text: 'One' }] }
  expect(parseAnswer(serializeAnswer({ kind: 'checklist', done: [a, b], note: '' }), form, 'en')).toMatchObject({
    done: [a],
  })
})

test('the missing part of an empty answer depends on the kind of the answer', () => {
  const empty = (form: TaskForm) => missingInAnswer(form, emptyAnswer(form, 'en'))
  expect(empty({ kind: 'plain' })).toBeNull()
  expect(empty({ kind: 'checklist', items: [{ id: a, text: 'One' }] })).toBe('steps')
  expect(empty({ kind: 'check-in', question: 'How?', low: '', high: '' })).toBe('value')
  expect(empty({ kind: 'thought-record' })).toBe('words')
  expect(empty({ kind: 'questionnaire', name: 'gad-7' })).toEqual({ items: [1, 2, 3, 4, 5, 6, 7] })
})

test('questionnaire items that an answer leaves out are missing', () => {
  const short: TaskAnswer = { kind: 'questionnaire', name: 'gad-7', answers: [0, 1, null, 3, 0], language: 'en' }
  expect(missingInAnswer({ kind: 'questionnaire', name: 'gad-7' }, short)).toEqual({ items: [3, 6, 7] })
})

test('a questionnaire has its published wording in each language, complete and in order', () => {
  const firstItem = {
    'phq-9': { en: 'Little interest', de: 'Wenig Interesse', es: 'Poco interés', fr: 'Peu d’intérêt' },
    'gad-7': { en: 'Feeling nervous', de: 'Nervosität', es: 'Se ha sentido nervioso', fr: 'Un sentiment de nervosité' },
  }
  const ninthItem = { en: 'better off dead', de: 'lieber tot', es: 'mejor muerto', fr: 'mieux mourir' }
  for (const name of ['phq-9', 'gad-7'] as const) {
    for (const language of ['en', 'de', 'es', 'fr'] as const) {
      const texts = questionnaireText(name, language)
      expect(texts.language).toBe(language)
      expect(texts.items[0]).toContain(firstItem[name][language])
      expect(new Set(texts.items).size).toBe(questionnaireItems[name])
      expect(new Set(texts.options).size).toBe(4)
      if (name === 'phq-9') expect(texts.items[safetyItemOf(name) ?? 0]).toContain(ninthItem[language])
    }
  }
  expect(questionnaireText('phq-9', 'pt').language).toBe('en')
})

test('an invalid task assignment has problems, and a valid one is converted to request input', () => {
  const plan = { ...newTaskAssignment([]), kind: 'checklist' as const, every: 'daily' as const, count: 91 }
  expect(Object.keys(taskAssignmentProblems(plan)).sort()).toEqual(['clients', 'count', 'dueDay', 'items', 'title'])
  expect(
    taskAssignmentProblems({ ...newTaskAssignment([{ id: a, name: 'Ana' }]), title: 'x', dueDay: '2026-02-31' }),
  ).toEqual({
    dueDay: true,
  })
  const valid = {
    ...newTaskAssignment([{ id: a, name: 'Ana' }]),
    title: 'Walk',
    how: 'at' as const,
    day: '2027-03-28',
    time: '02:30',
  }
  expect(taskAssignmentProblems(valid)).toEqual({})
  expect(newTaskInput(valid, 'Europe/Berlin', null)).toMatchObject({
    clientIds: [a],
    description: emptyRichText,
    form: { kind: 'plain' },
    dueDay: null,
    // The clocks skip 02:30 on that night, so the delivery is at 03:30.
    delivery: { how: 'at', at: '2027-03-28T01:30:00.000Z' },
    repeat: null,
  })
})

test('parsing search parameters keeps valid filters and drops invalid ones', () => {
  const search = parseTaskSearch({
    view: 'list',
    status: 'overdue',
    priority: 'high',
    from: '2026-11-31',
    until: '2026-11-30',
    x: 1,
  })
  expect(taskFiltersOf(search, a)).toEqual({
    clientId: a,
    status: undefined,
    part: 'overdue',
    priority: 'high',
    dueFrom: undefined,
    dueUntil: '2026-11-30',
  })
})
