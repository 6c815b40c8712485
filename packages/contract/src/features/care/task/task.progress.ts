import { z } from 'zod'
import { Day } from '../../../common/time/time.schemas.ts'
import { QuestionnaireName } from './task.forms.ts'
import { MeasureCurve } from './task.measures.ts'

/** Check-ins, scores of questionnaires and of the therapist's measures, oldest first. A client gets only the scores that the therapist shows. */
const submitted = {
  checkIns: z.array(z.strictObject({ at: z.string(), title: z.string(), value: z.number() })),
  scores: z.array(z.strictObject({ at: z.string(), name: QuestionnaireName, score: z.number() })),
  measures: z.array(MeasureCurve),
}

/** The client's tasks, check-ins and scores in the requested weeks. */
export const ClientTaskProgress = z.strictObject({
  /**
   * The weeks, earliest first: the number of tasks that were due, and of those that the client completed and declined, in each week of the client's
   * zone. `missed` counts the tasks of the week whose due day has passed and that are still open.
   */
  weeks: z.array(
    z.strictObject({ from: Day, due: z.number(), completed: z.number(), declined: z.number(), missed: z.number() }),
  ),
  ...submitted,
})

/** A client's own progress. Days are in the client's zone. */
export const OwnTaskProgress = z.strictObject({
  /**
   * The number of tasks that were due in the last `ownProgressWeeks.tasks` weeks. Excludes declined tasks and tasks that can still be completed
   * today.
   */
  due: z.number(),
  /** The number of completed tasks among `due`. */
  completed: z.number(),
  /** The number of tasks completed since the first day of this month, including those without a due day. */
  completedThisMonth: z.number(),
  ...submitted,
})
export type OwnTaskProgress = z.infer<typeof OwnTaskProgress>
