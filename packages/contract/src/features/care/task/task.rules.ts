import type { QuestionnaireName } from './task.forms.ts'

export const priorities = ['low', 'medium', 'high'] as const

export const maxTaskDescriptionLength = 10_000
/** The minimum and the maximum number of repeats of a task. Each repeat is its own row. */
export const minTaskRepeats = 2
export const maxTaskRepeats = 90
export const taskRepeats = ['daily', 'weekdays', 'weekly', 'two-weekly', 'four-weekly', 'monthly'] as const
export type TaskRepeat = (typeof taskRepeats)[number]

/** Whether a reason to decline has at least three characters, without the spaces around it (row 5.05). */
export const isLongEnoughToDecline = (reason: string) => reason.trim().length >= 3

export const maxChecklistItems = 30

/** The kinds of tasks. The kind determines the form that the therapist creates and the client fills in. */
export const taskKinds = ['plain', 'checklist', 'check-in', 'thought-record', 'questionnaire', 'measure'] as const

export const questionnaires = ['phq-9', 'gad-7'] as const

export const checkInScale = { from: 0, to: 10 } as const
export const thoughtRecordFields = ['situation', 'thought', 'feeling', 'evidence', 'alternative'] as const

/** The number of weeks before today from which the first and the last score of a measure are compared. */
export const measureWeeks = 52
/** The number of days in which sending a measure counts for its place in the menu. */
export const measureUseDays = 180
/** The highest number of measures that the overview of all clients returns. */
export const mostMeasures = 2000

/** The number of items of a questionnaire, each answered from 0 to 3. */
export const questionnaireItems: Record<QuestionnaireName, number> = { 'phq-9': 9, 'gad-7': 7 }

/** The number of past weeks that a client's own progress covers: for due tasks, and for answers. */
export const ownProgressWeeks = { tasks: 4, answers: 12 } as const
