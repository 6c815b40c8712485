import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { measureLines } from './measure-lines.ts'

/** Returns the question of a check-in; an empty list for other forms. */
export const questionLines = (form: TaskForm): string[] => (form.kind === 'check-in' ? [form.question] : [])

/** Returns the text of a client's answer with one line per part, including the question of a check-in. A part without text is an empty line. */
export function answerLines(form: TaskForm, answer: TaskAnswer): string[] {
  switch (answer.kind) {
    case 'plain':
      return [answer.note]
    case 'checklist': {
      const items = form.kind === 'checklist' ? form.items : []
      return [...items.map(({ id, text }) => `${answer.done.includes(id) ? '[x]' : '[ ]'} ${text}`), answer.note]
    }
    case 'check-in':
      return [...questionLines(form), answer.value === null ? '' : `${answer.value}/10`, answer.note]
    case 'thought-record':
      return [answer.situation, answer.thought, answer.feeling, answer.evidence, answer.alternative]
    case 'questionnaire':
      return [`${answer.name.toUpperCase()}: ${answer.answers.map((points) => points ?? '–').join(' ')}`]
    case 'measure':
      return form.kind === 'measure' && form.copy ? measureLines(form.copy, answer.answers, answer.language) : []
  }
}
