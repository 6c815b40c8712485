import type { ChecklistItemId, MeasureId, SessionId, TaskId } from '@attune/contract/common/ids'
import { isIntegerWithin } from '@attune/contract/common/numbers'
import { isFilled } from '@attune/contract/common/text/text'
import { emptyRichText } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { instantOf, isDay, isClockTime, shiftDay } from '@attune/contract/common/time/time'
import type { NewTask, Priority, TaskTemplate } from '@attune/contract/features/care/task/task.fields'
import { canRepeatUntil, daysUntil } from '@attune/contract/features/care/task/task.repeats.rules'
import { maxTaskRepeats, minTaskRepeats, type TaskRepeat } from '@attune/contract/features/care/task/task.rules'
import type { QuestionnaireName, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { createId } from '../../../../platform/api/api.ts'
import type { PickedClient } from '../../../schedule/session/session.ts'

export const taskKindChoices = ['plain', 'checklist', 'check-in', 'thought-record', 'phq-9', 'gad-7'] as const
export type TaskKindChoice = (typeof taskKindChoices)[number] | 'measure'

export const isQuestionnaireKind = (kind: TaskKindChoice): kind is QuestionnaireName =>
  kind === 'phq-9' || kind === 'gad-7'

/** Whether the client answers the items of a questionnaire: a shipped one or the therapist's. */
export const hasQuestions = (kind: TaskKindChoice) => kind === 'measure' || isQuestionnaireKind(kind)

/**
 * The entered content of a task. Contains the values of all task types, because they must reappear when the therapist
 * selects a type again.
 */
export type TaskContent = {
  title: string
  description: RichText
  priority: Priority
  kind: TaskKindChoice
  /** The lines of a checklist. */
  items: { id: ChecklistItemId; text: string }[]
  /** The question of a check-in. */
  question: string
  /** The label at the lower end of the check-in's scale. */
  low: string
  /** The label at the upper end of the check-in's scale. */
  high: string
  /** Whether the client sees the score of a questionnaire. */
  showResult: boolean
  /** The therapist's questionnaire, if the kind is `measure`. */
  measureId?: MeasureId
}

export const repeatEnds = ['count', 'until'] as const
export type RepeatEnd = (typeof repeatEnds)[number]

/** The values of the assign dialog. */
export type TaskAssignment = TaskContent & {
  id: string
  clients: PickedClient[]
  /** The due day; empty if the task has no due date. */
  dueDay: string
  files: string[]
  /** The time of the delivery: now, at a time, or after another task. */
  how: 'now' | 'at' | 'after'
  /** The day of the delivery, if `how` is `at`. */
  day: string
  /** The time of the delivery, if `how` is `at`. */
  time: string
  /** The other task, if `how` is `after`. */
  afterId: TaskId
  /** The repeat interval; empty if the task does not repeat. */
  every: TaskRepeat | ''
  /** The number of repeats; null if the typed text is not a number. */
  count: number | null
  /** The rule that ends the repeats. A draft of an earlier version of the app has none; the number then ends them. */
  ends?: RepeatEnd
  /** The last day on which a repeat may be due, if `ends` is `until`. */
  until?: string
}

export const newTaskContent = (): TaskContent => ({
  title: '',
  description: emptyRichText,
  priority: 'medium',
  kind: 'plain',
  items: [{ id: createId(), text: '' }],
  question: '',
  low: '',
  high: '',
  showResult: false,
})

export const newTaskAssignment = (clients: readonly PickedClient[]): TaskAssignment => ({
  ...newTaskContent(),
  id: createId(),
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

/** A measure with which the dialog starts, or that is sent. */
export type ChosenMeasure =
  | { kind: 'questionnaire'; name: QuestionnaireName }
  | { kind: 'measure'; measureId: MeasureId; title: string }

/** Returns the id of a measure: the name of a shipped one, or the id of one of the therapist's own. */
export const idOfMeasure = (measure: ChosenMeasure) => (measure.kind === 'measure' ? measure.measureId : measure.name)

export const titleOfMeasure = (measure: ChosenMeasure) =>
  measure.kind === 'measure' ? measure.title : measure.name.toUpperCase()

/** Returns the values for a measure that is assigned once. */
export const singleMeasure = (measure: ChosenMeasure) =>
  ({
    title: titleOfMeasure(measure),
    ...(measure.kind === 'measure' ? { kind: measure.kind, measureId: measure.measureId } : { kind: measure.name }),
  }) satisfies Partial<TaskAssignment>

/** Returns the values for a measure that is due in a week and then every two weeks, six times in all. */
export const repeatedMeasure = (measure: ChosenMeasure, today: string) =>
  ({
    ...singleMeasure(measure),
    dueDay: shiftDay(today, 7),
    every: 'two-weekly',
    count: 6,
  }) satisfies Partial<TaskAssignment>

/** Returns the form for the client to fill in. Omits empty items of a checklist. */
export function taskFormOf({ kind, items, question, low, high, showResult, measureId }: TaskContent): TaskForm {
  switch (kind) {
    case 'checklist':
      return { kind, items: items.filter(({ text }) => isFilled(text)) }
    case 'check-in':
      return { kind, question, low, high }
    case 'phq-9':
    case 'gad-7':
      return { kind: 'questionnaire', name: kind, showResult }
    case 'measure':
      return measureId ? { kind, measureId, showResult } : { kind: 'plain' }
    default:
      return { kind }
  }
}

/** The part of the request input that tasks and templates have in common. */
type ContentInput = Omit<TaskTemplate, 'id' | 'updatedAt'>

/** Converts the content of a task or template to the values of the input fields. The inverse of `taskContentInput`. */
export function taskContentOf({ form, ...of }: Required<ContentInput>): TaskContent {
  // The `satisfies` clause makes the compiler report a field of `ContentInput` that is missing here.
  const copied = { title: of.title, description: of.description, priority: of.priority } satisfies Record<
    keyof typeof of,
    unknown
  >
  return {
    ...newTaskContent(),
    ...copied,
    kind: form.kind === 'questionnaire' ? form.name : form.kind,
    ...(form.kind === 'checklist' && { items: form.items }),
    ...((form.kind === 'questionnaire' || form.kind === 'measure') && { showResult: form.showResult ?? false }),
    ...(form.kind === 'measure' && { measureId: form.measureId }),
    ...(form.kind === 'check-in' && { question: form.question, low: form.low, high: form.high }),
  }
}

export const taskContentInput = (what: TaskContent): Required<ContentInput> => ({
  title: what.title,
  description: what.description,
  priority: what.priority,
  form: taskFormOf(what),
})

export type TaskProblems = Partial<
  Record<'clients' | 'title' | 'items' | 'question' | 'dueDay' | 'at' | 'after' | 'count' | 'until', true>
>

/** Returns the problems of a task's content by field; empty if the content is valid. */
export function taskContentProblems(what: TaskContent): TaskProblems {
  const form = taskFormOf(what)
  return {
    ...(isFilled(what.title) ? {} : { title: true }),
    ...(form.kind === 'checklist' && form.items.length === 0 && { items: true }),
    ...(form.kind === 'check-in' && !isFilled(form.question) && { question: true }),
  }
}

/** Returns the problems of a task assignment, including its content, by field; empty if the assignment is valid. */
export function taskAssignmentProblems(plan: TaskAssignment): TaskProblems {
  const { clients, dueDay, how, day, time, afterId, every } = plan
  return {
    ...taskContentProblems(plan),
    ...(clients.length ? {} : { clients: true }),
    ...((dueDay ? !isDay(dueDay) : every !== '') && { dueDay: true }),
    ...(how === 'at' && !(isDay(day) && isClockTime(time)) && { at: true }),
    ...(how === 'after' && !afterId && { after: true }),
    ...(every !== '' && repeatEndProblem({ ...plan, every })),
  }
}

function repeatEndProblem({ every, count, ends, until = '', dueDay }: TaskAssignment & { every: TaskRepeat }) {
  if (ends !== 'until') return isIntegerWithin(count, minTaskRepeats, maxTaskRepeats) ? {} : { count: true as const }
  const isValid = isDay(until) && (!isDay(dueDay) || canRepeatUntil(every, { first: dueDay, until }))
  return isValid ? {} : { until: true as const }
}

/** Returns the days of a task that repeats until a day. Empty if the first or the last day is not entered. */
export const daysOfPlan = ({ every, dueDay, ends, until = '' }: TaskAssignment): string[] =>
  every && ends === 'until' && isDay(dueDay) && isDay(until) ? daysUntil(every, { first: dueDay, until }) : []

function repeatOf({ every, count, ends, until = '' }: TaskAssignment): Required<NewTask>['repeat'] {
  if (!every) return null
  if (ends === 'until') return { every, until }
  return count ? { every, count } : null
}

/** Converts a task assignment to the input of `task.assign`. `zone` is the time zone of the entered delivery time. */
export function newTaskInput(plan: TaskAssignment, zone: string, sessionId: SessionId | null): Required<NewTask> {
  const { how, day, time, afterId } = plan
  return {
    ...taskContentInput(plan),
    id: plan.id,
    clientIds: plan.clients.map(({ id }) => id),
    dueDay: plan.dueDay || null,
    files: plan.files,
    delivery:
      how === 'at' ? { how, at: instantOf(day, time, zone) } : how === 'after' ? { how, taskId: afterId } : { how },
    repeat: repeatOf(plan),
    sessionId,
  }
}
