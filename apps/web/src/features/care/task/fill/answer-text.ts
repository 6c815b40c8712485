import type { Language } from '@attune/contract/common/text/text.schemas'
import { answersFitMeasure, unansweredItems } from '@attune/contract/features/care/measure/measure.rules'
import type { MeasureAnswers } from '@attune/contract/features/care/measure/measure.schemas'
import { answerTo } from '@attune/contract/features/care/measure/measure.scores'
import { isAnswerComplete } from '@attune/contract/features/care/task/task.answers.rules'
import { questionnaireItems, thoughtRecordFields } from '@attune/contract/features/care/task/task.rules'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { questionNumbers } from './measure/measure-questions.ts'

type AnswerOf<K extends TaskAnswer['kind']> = Extract<TaskAnswer, { kind: K }>

/** Returns the answer to a form that the client hasn't filled in yet. A questionnaire's answer stores `language`. */
export function emptyAnswer(form: TaskForm, language: Language): TaskAnswer {
  switch (form.kind) {
    case 'plain':
      return { kind: 'plain', note: '' }
    case 'checklist':
      return { kind: 'checklist', done: [], note: '' }
    case 'check-in':
      return { kind: 'check-in', value: null, note: '' }
    case 'thought-record':
      return { kind: 'thought-record', situation: '', thought: '', feeling: '', evidence: '', alternative: '' }
    case 'questionnaire':
      return {
        kind: 'questionnaire',
        name: form.name,
        answers: Array.from({ length: questionnaireItems[form.name] }, () => null),
        language,
      }
    case 'measure':
      return { kind: 'measure', measureId: form.measureId, answers: {}, language }
  }
}

/** Serializes an answer. Equal answers give equal texts, even if items were ticked in a different order. */
export function serializeAnswer(answer: TaskAnswer): string {
  switch (answer.kind) {
    case 'plain':
      return JSON.stringify(['plain', answer.note])
    case 'checklist':
      return JSON.stringify(['checklist', [...answer.done].sort(), answer.note])
    case 'check-in':
      return JSON.stringify(['check-in', answer.value, answer.note])
    case 'thought-record':
      return JSON.stringify(['thought-record', ...thoughtRecordFields.map((field) => answer[field])])
    case 'questionnaire':
      return JSON.stringify(['questionnaire', answer.name, answer.answers, answer.language])
    case 'measure': {
      const answered = Object.entries(answer.answers).filter(([id]) => answerTo(answer.answers, id) !== null)
      return JSON.stringify([
        'measure',
        answer.measureId,
        answered.toSorted(([a], [b]) => (a < b ? -1 : 1)),
        answer.language,
      ])
    }
  }
}

/**
 * Parses the output of `serializeAnswer`. Returns an empty answer if the form has since been changed to another kind.
 */
export function parseAnswer(text: string, form: TaskForm, language: Language): TaskAnswer {
  const parts = JSON.parse(text) as unknown[]
  const [kind, ...rest] = parts
  if (kind !== form.kind) return emptyAnswer(form, language)
  const texts = rest.map(String)
  switch (form.kind) {
    case 'plain':
      return { kind: 'plain', note: texts[0] ?? '' }
    case 'checklist':
      // Drops the ids of items that have since been removed from the checklist.
      return {
        kind: 'checklist',
        done: (rest[0] as string[]).filter((id) => form.items.some((item) => item.id === id)),
        note: texts[1] ?? '',
      }
    case 'check-in':
      return { kind: 'check-in', value: rest[0] as number | null, note: texts[1] ?? '' }
    case 'thought-record': {
      const [situation = '', thought = '', feeling = '', evidence = '', alternative = ''] = texts
      return { kind: 'thought-record', situation, thought, feeling, evidence, alternative }
    }
    case 'questionnaire': {
      const [name, answers, read] = rest as [string, (number | null)[], Language]
      if (name !== form.name) return emptyAnswer(form, language)
      return { kind: 'questionnaire', name: form.name, answers, language: read }
    }
    case 'measure': {
      const [measureId, answers, read] = rest as [string, [string, MeasureAnswers[string]][], Language]
      const content = form.copy?.content
      if (measureId !== form.measureId || !content) return emptyAnswer(form, language)
      const fitting = answers.filter(([id, answer]) => answersFitMeasure(content, { [id]: answer }))
      return { kind: 'measure', measureId: form.measureId, answers: Object.fromEntries(fitting), language: read }
    }
  }
}

const unansweredNumbers = (answer: AnswerOf<'questionnaire'>) =>
  Array.from({ length: questionnaireItems[answer.name] }, (_, item) => item + 1).filter(
    (number) => (answer.answers[number - 1] ?? null) === null,
  )

const missingPart = { checklist: 'steps', 'check-in': 'value', 'thought-record': 'words' } as const

/**
 * Returns the missing part of an answer: the numbers of unanswered items, a value, text, or ticked items.
 * Returns null if the client can submit the answer.
 */
export function missingInAnswer(
  form: TaskForm,
  answer: TaskAnswer,
): { items: number[] } | 'value' | 'words' | 'steps' | null {
  if (answer.kind === 'plain' || isAnswerComplete(form, answer)) return null
  if (answer.kind === 'questionnaire') return { items: unansweredNumbers(answer) }
  if (answer.kind === 'measure') {
    const content = form.kind === 'measure' ? form.copy?.content : undefined
    const numbers = content && questionNumbers(content)
    return { items: content ? unansweredItems(content, answer.answers).map((id) => numbers?.get(id) ?? 0) : [] }
  }
  return missingPart[answer.kind]
}
