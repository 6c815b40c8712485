import { emptyDoc, type RichText } from '@attune/contract/common/rich-text'
import { instantOf, isDay, isTime } from '@attune/contract/common/time'
import type { NewTask, Priority, repeats, TaskTemplate } from '@attune/contract/features/task'
import type { TaskForm } from '@attune/contract/features/task.forms'
import { newId } from '../../../platform/api.ts'
import type { Picked } from '../../session/session.ts'

export const kinds = ['plain', 'checklist', 'check-in', 'thought-record', 'phq-9', 'gad-7'] as const
export type Kind = (typeof kinds)[number]

/** The content of a task as entered. Fields of one type keep their values while another type is selected. */
export type What = {
  title: string
  description: RichText
  priority: Priority
  kind: Kind
  items: { id: string; text: string }[]
  question: string
  low: string
  high: string
}
/** The input of the assign dialog: content, clients, delivery and repetition. A delivery at a set time uses `day` and `time`. */
export type Plan = What & {
  id: string
  clients: Picked[]
  dueDay: string
  files: string[]
  how: 'now' | 'at' | 'after'
  day: string
  time: string
  afterId: string
  every: (typeof repeats)[number] | ''
  count: number | null
}

export const newWhat = (): What => ({
  title: '',
  description: emptyDoc,
  priority: 'medium',
  kind: 'plain',
  items: [{ id: newId(), text: '' }],
  question: '',
  low: '',
  high: '',
})

export const newPlan = (clients: readonly Picked[]): Plan => ({
  ...newWhat(),
  id: newId(),
  clients: [...clients],
  dueDay: '',
  files: [],
  how: 'now',
  day: '',
  time: '08:00',
  afterId: '',
  every: '',
  count: 7,
})

/** The form that the client will fill in. Empty items of a checklist are left out. */
export function formOf({ kind, items, question, low, high }: What): TaskForm {
  switch (kind) {
    case 'checklist':
      return { kind, items: items.filter(({ text }) => text.trim()) }
    case 'check-in':
      return { kind, question, low, high }
    case 'phq-9':
    case 'gad-7':
      return { kind: 'questionnaire', name: kind }
    default:
      return { kind }
  }
}

/** The reverse of `taskContentInput`, to edit a task or apply a template. */
export function whatOf(of: Pick<TaskTemplate, 'title' | 'description' | 'priority' | 'form'>): What {
  const { title, description, priority, form } = of
  const fresh = newWhat()
  return {
    ...fresh,
    title,
    description,
    priority,
    kind: form.kind === 'questionnaire' ? form.name : form.kind,
    ...(form.kind === 'checklist' && { items: form.items }),
    ...(form.kind === 'check-in' && { question: form.question, low: form.low, high: form.high }),
  }
}

export const factsOf = (what: What) => ({
  title: what.title,
  description: what.description,
  priority: what.priority,
  form: formOf(what),
})

export type Problems = Partial<
  Record<'clients' | 'title' | 'items' | 'question' | 'dueDay' | 'at' | 'after' | 'count', true>
>

/** The problems of a task's content, by field; empty if it is valid. */
export function problemsOfWhat(what: What): Problems {
  const form = formOf(what)
  return {
    ...(what.title.trim() ? {} : { title: true }),
    ...(form.kind === 'checklist' && form.items.length === 0 && { items: true }),
    ...(form.kind === 'check-in' && !form.question.trim() && { question: true }),
  }
}

/** The problems of a task assignment, by field, including those of its content; empty if it is valid. */
export function problemsOf(plan: Plan): Problems {
  const { clients, dueDay, how, day, time, afterId, every, count } = plan
  return {
    ...problemsOfWhat(plan),
    ...(clients.length ? {} : { clients: true }),
    ...((dueDay ? !isDay(dueDay) : every !== '') && { dueDay: true }),
    ...(how === 'at' && !(isDay(day) && isTime(time)) && { at: true }),
    ...(how === 'after' && !afterId && { after: true }),
    ...(every !== '' && !(count && count >= 2 && count <= 90) && { count: true }),
  }
}

/** The input of `task.assign`. `zone` is the therapist's zone, in which a delivery time is entered. */
export function inputOf(plan: Plan, zone: string, sessionId: string | null): NewTask {
  const { how, day, time, afterId, every, count } = plan
  return {
    ...factsOf(plan),
    id: plan.id,
    clientIds: plan.clients.map(({ id }) => id),
    dueDay: plan.dueDay || null,
    files: plan.files,
    delivery:
      how === 'at' ? { how, at: instantOf(day, time, zone) } : how === 'after' ? { how, taskId: afterId } : { how },
    repeat: every && count ? { every, count } : null,
    sessionId,
  }
}
