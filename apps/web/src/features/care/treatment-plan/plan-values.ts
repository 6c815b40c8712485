import { isFilled } from '@attune/contract/common/text/text'
import type {
  Goal,
  Objective,
  PlanContent,
  PlanVersion,
} from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { createId } from '../../../platform/api/api.ts'

export const newObjective = (): Objective => ({
  id: createId(),
  text: '',
  measure: '',
  target: '',
  targetOn: null,
  state: 'open',
})
export const newGoal = (): Goal => ({ id: createId(), text: '', objectives: [newObjective()] })

/** The edited plan: its content, and the number of the version on which it is based. */
export type PlanDraft = PlanContent & { version: number }

/** Returns the initial draft of the form: the latest version, or a plan with one empty goal. */
export const planDraftOf = (plan: PlanVersion | null): PlanDraft =>
  plan
    ? { goals: plan.goals, interventions: plan.interventions, reviewOn: plan.reviewOn, version: plan.number }
    : { goals: [newGoal()], interventions: [], reviewOn: null, version: 0 }

const isEmptyObjective = ({ text, measure, target, score }: Objective) => !isFilled(text + measure + target) && !score

/** Returns the plan to send, without empty objectives, goals and interventions. */
export const sentPlan = ({ goals, interventions, reviewOn }: PlanContent): PlanContent => ({
  goals: goals
    .map((goal) => ({ ...goal, objectives: goal.objectives.filter((one) => !isEmptyObjective(one)) }))
    .filter(({ text, objectives }) => isFilled(text) || objectives.length > 0),
  interventions: interventions.filter(isFilled),
  reviewOn: reviewOn || null,
})

/** Whether the text of a goal or objective is missing. */
export const lacksText = ({ goals }: PlanContent): boolean =>
  goals.some(({ text, objectives }) => !isFilled(text) || objectives.some((one) => !isFilled(one.text)))
