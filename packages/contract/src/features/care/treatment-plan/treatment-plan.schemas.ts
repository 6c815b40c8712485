import { z } from 'zod'
import {
  ClientId,
  DiagnosisId,
  GoalId,
  ObjectiveId,
  PlanVersionId,
  ProgressId,
  SessionId,
} from '../../../common/ids.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { nameText, requiredText, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import {
  diagnosisSystems,
  isDiagnosisCode,
  objectiveStates,
  plainDiagnosisCode,
  planLimits,
  scoreTargets,
} from './treatment-plan.rules.ts'

const diagnosisFields = {
  system: z.enum(diagnosisSystems),
  code: text(planLimits.code).transform(plainDiagnosisCode),
  text: nameText(planLimits.diagnosisText),
  from: Day,
  /** The last day; null if the diagnosis still applies. */
  until: Day.nullable(),
}

/** A diagnosis as the therapist enters it. The form of the code is checked, not its existence. */
export const DiagnosisInput = z
  .strictObject({ id: DiagnosisId, clientId: ClientId, version: z.int().min(0).max(2_000_000_000), ...diagnosisFields })
  .refine(({ system, code }) => isDiagnosisCode(system, code), { path: ['code'], message: 'NOT_A_CODE' })
  .refine(({ from, until }) => until === null || until >= from, { path: ['until'], message: 'ENDS_BEFORE_START' })
export type DiagnosisInput = z.infer<typeof DiagnosisInput>

export const Diagnosis = z.strictObject({
  id: DiagnosisId,
  ...diagnosisFields,
  version: z.int(),
  /** Whether the client may read the diagnosis. */
  shared: z.boolean(),
})
export type Diagnosis = z.infer<typeof Diagnosis>

export const DiagnosisFavorite = z.strictObject({
  system: z.enum(diagnosisSystems),
  code: z.string(),
  text: z.string(),
})
export type DiagnosisFavorite = z.infer<typeof DiagnosisFavorite>

/** A score that an objective is measured by: 'PHQ-9 below 10'. */
const TargetScore = z.strictObject({
  /** The name of a questionnaire that Attune ships, or the id of one of the therapist's own. */
  questionnaire: requiredText(planLimits.questionnaire),
  /** The title of the questionnaire when the plan was saved. */
  title: requiredText(planLimits.target),
  reach: z.enum(scoreTargets),
  points: z.number().min(-planLimits.points).max(planLimits.points),
})
export type TargetScore = z.infer<typeof TargetScore>

const Objective = z.strictObject({
  id: ObjectiveId,
  text: requiredText(planLimits.objective),
  /** The way in which progress is measured. */
  measure: text(planLimits.measure),
  /** The value to be reached. */
  target: text(planLimits.target),
  /** The day by which the target should be reached; null for none. */
  targetOn: Day.nullable(),
  state: z.enum(objectiveStates),
  /** The score that shows the progress by itself. It doesn't change `state`. */
  score: TargetScore.optional(),
})
export type Objective = z.infer<typeof Objective>

const Goal = z.strictObject({
  id: GoalId,
  text: requiredText(planLimits.goal),
  objectives: z.array(Objective).max(planLimits.objectives),
})
export type Goal = z.infer<typeof Goal>

/** The content of a plan's version. Goals and objectives keep their ids from version to version. */
export const PlanContent = z.strictObject({
  goals: z.array(Goal).max(planLimits.goals),
  interventions: z.array(requiredText(planLimits.intervention)).max(planLimits.interventions),
  /** The day on which the plan is reviewed; null for none. */
  reviewOn: Day.nullable(),
})
export type PlanContent = z.infer<typeof PlanContent>

/** A simple electronic signature. `sha256` is the hash of the signed content in hexadecimal. */
const PlanSignature = z.strictObject({ name: z.string(), signedAt: z.string(), sha256: z.string() })
export type PlanSignature = z.infer<typeof PlanSignature>

const signatures = { therapist: PlanSignature.nullable(), client: PlanSignature.nullable() }

/** A version of a client's plan. */
export const PlanVersion = z.strictObject({
  id: PlanVersionId,
  /** The number of the version, counted from 1 per client. */
  number: z.int(),
  ...PlanContent.shape,
  madeAt: z.string(),
  /** Null for a person who has not signed this version. */
  signatures: z.strictObject(signatures),
})
export type PlanVersion = z.infer<typeof PlanVersion>

/** The progress on an objective on a day, in percent. */
export const ObjectiveProgress = z.strictObject({
  id: ProgressId,
  objectiveId: ObjectiveId,
  notedOn: Day,
  /** Null if the objective was worked on in a session but no percentage was recorded. */
  percent: z.int().nullable(),
  /** The session in which the progress was recorded; null for none. */
  sessionId: SessionId.nullable(),
  comment: z.string(),
})
export type ObjectiveProgress = z.infer<typeof ObjectiveProgress>

/** A client's plan as the therapist sees it. */
export const PlanView = z.strictObject({
  clientId: ClientId,
  clientName: z.string(),
  /** The name of the caller, which prefills the signature. */
  therapistName: z.string(),
  /** The latest version; null before the first save. */
  plan: PlanVersion.nullable(),
  diagnoses: z.array(Diagnosis),
  /** The progress, latest first, at most `planLimits.progress` entries. */
  progress: z.array(ObjectiveProgress),
  /** The version that the client may read; null if none is shared. `asksSignature`: whether the client is asked to sign it. */
  share: z
    .strictObject({ versionId: PlanVersionId, number: z.int(), asksSignature: z.boolean(), sharedAt: z.string() })
    .nullable(),
  /** Whether the client has an account that could read and sign the plan. */
  hasAccount: z.boolean(),
  /** The guardians with the right to the plan. `sees`: whether the shared version was shared after they got the right, so that they see it. */
  guardians: z.array(z.strictObject({ name: z.string(), sees: z.boolean() })),
})
export type PlanView = z.infer<typeof PlanView>

/** The objectives of a participant that can be worked on in a session, and the progress recorded for this session. */
export const ParticipantObjectives = z.strictObject({
  clientId: ClientId,
  clientName: z.string(),
  objectives: z.array(
    z.strictObject({
      id: ObjectiveId,
      text: z.string(),
      /** The text of its goal. */
      goal: z.string(),
      /** Whether the participant worked on the objective in this session. */
      worked: z.boolean(),
      /** The progress recorded for this session; null if none was. */
      percent: z.int().nullable(),
      /** The latest progress percentage that was recorded outside this session; null if there is none. */
      lastPercent: z.int().nullable(),
      comment: z.string(),
    }),
  ),
})
export type ParticipantObjectives = z.infer<typeof ParticipantObjectives>

/** A treatment plan that a therapist shares with the acting client. */
export const OwnTreatmentPlan = z.strictObject({
  clientId: ClientId,
  therapistName: z.string(),
  /** The name of the client, which prefills the signature. */
  clientName: z.string(),
  versionId: PlanVersionId,
  /** The number of the version. */
  number: z.int(),
  goals: z.array(Goal),
  /** The day on which the plan is reviewed; null for none. */
  reviewOn: Day.nullable(),
  madeAt: z.string(),
  /** Whether the therapist asks the client to sign this version. */
  asksSignature: z.boolean(),
  /** Null for a person who has not signed this version. */
  signatures: z.strictObject(signatures),
  /** The diagnoses that the therapist shares. */
  diagnoses: z.array(Diagnosis.omit({ version: true, shared: true })),
  progress: z.array(z.strictObject({ objectiveId: ObjectiveId, notedOn: Day, percent: z.int() })),
})
export type OwnTreatmentPlan = z.infer<typeof OwnTreatmentPlan>

/** The tables of this feature that a browser can subscribe to. */
export const treatmentPlanTables = {
  diagnoses: { table: 'diagnosis', filters: ['client_id', 'therapist_id'] },
  diagnosis_shares: { table: 'diagnosis_share', filters: ['client_id', 'therapist_id'] },
  treatment_plan_versions: { table: 'treatment_plan_version', filters: ['client_id', 'therapist_id'] },
  treatment_plan_shares: { table: 'treatment_plan_share', filters: ['client_id', 'therapist_id'] },
  treatment_plan_signatures: { table: 'treatment_plan_signature', filters: ['client_id', 'therapist_id'] },
  treatment_plan_client_signatures: {
    table: 'treatment_plan_client_signature',
    filters: ['client_id', 'therapist_id'],
  },
  treatment_progress_rows: { table: 'treatment_progress', filters: ['client_id', 'therapist_id'] },
} as const satisfies RealtimeTables
