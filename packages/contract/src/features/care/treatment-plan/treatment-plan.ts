import { z } from 'zod'
import { ClientId, Done, EmptyInput, Id, SessionId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { requiredName, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { diagnosisSystems, planLimits } from './treatment-plan.rules.ts'
import {
  Diagnosis,
  DiagnosisFavorite,
  DiagnosisInput,
  OwnTreatmentPlan,
  PlanContent,
  PlanVersion,
  PlanView,
  ParticipantObjectives,
} from './treatment-plan.schemas.ts'

const OfClient = z.strictObject({ clientId: ClientId })
const percent = z.int().min(0).max(100)
const signatureName = requiredName(planLimits.signature)

/**
 * Treatment plans and diagnoses of clients. Each save of a plan is a version that never changes. Clients read the version and the diagnoses
 * that the therapist shares.
 */
export const treatmentPlan = {
  get: read.input(OfClient).output(PlanView),
  /** All versions of a plan, the latest first, at most 200. */
  versions: read.input(OfClient).output(z.strictObject({ items: z.array(PlanVersion) })),
  /**
   * Saves a plan as its next version. `version` is the number of the version that was edited; 0 before the first. The same content as the latest version
   * makes no new one. Refuses with CHANGED and the current plan if there is a newer version, and with TOO_MANY_VERSIONS.
   */
  save: write
    .input(
      z.strictObject({
        id: Id,
        clientId: ClientId,
        version: z.int().min(0).max(planLimits.versions),
        ...PlanContent.shape,
      }),
    )
    .output(z.strictObject({ versionId: Id, number: z.int() }))
    .errors({ CHANGED: { status: 409, data: PlanView }, TOO_MANY_VERSIONS: { status: 409 } }),
  /** Signs the latest version with a typed name. A repeat changes nothing. Refuses with CHANGED if there is a newer version. */
  sign: write
    .input(z.strictObject({ clientId: ClientId, versionId: Id, name: signatureName }))
    .output(Done)
    .errors({ CHANGED: { status: 409 } }),
  /**
   * Lets the client read a version and the given diagnoses, and no others. The client is notified of a version that is new to them. Refuses
   * with NO_ACCOUNT if the client has none.
   */
  share: write
    .input(
      z.strictObject({
        clientId: ClientId,
        versionId: Id,
        asksSignature: z.boolean(),
        diagnosisIds: z.array(Id).max(planLimits.diagnoses),
      }),
    )
    .output(Done)
    .errors({ NO_ACCOUNT: { status: 409 } }),
  /** Ends the client's access to the plan and to all diagnoses at once. A repeat changes nothing. */
  unshare: write.input(OfClient).output(Done),

  /** Adds a diagnosis (`version` 0) or edits one. A repeat changes nothing. Refuses with CHANGED and the current diagnosis, and with TOO_MANY_DIAGNOSES. */
  saveDiagnosis: write
    .input(DiagnosisInput)
    .output(Diagnosis)
    .errors({ CHANGED: { status: 409, data: Diagnosis }, TOO_MANY_DIAGNOSES: { status: 409 } }),
  removeDiagnosis: write.input(z.strictObject({ clientId: ClientId, id: Id })).output(Done),
  /** The codes that the therapist has used, the latest first, at most 50. */
  favorites: read.input(EmptyInput).output(z.strictObject({ items: z.array(DiagnosisFavorite) })),
  removeFavorite: write
    .input(z.strictObject({ system: z.enum(diagnosisSystems), code: text(planLimits.code) }))
    .output(Done),

  /** Notes how far an objective is on a day. A repeat changes nothing. Refuses with FUTURE_DAY. */
  addProgress: write
    .input(
      z.strictObject({
        id: Id,
        clientId: ClientId,
        objectiveId: Id,
        notedOn: Day,
        percent,
        comment: text(planLimits.comment),
      }),
    )
    .output(Done)
    .errors({ FUTURE_DAY: { status: 409 } }),
  removeProgress: write.input(z.strictObject({ clientId: ClientId, id: Id })).output(Done),
  /** The objectives of the participants of a session that are open or that the session has worked on. */
  ofSession: read
    .input(z.strictObject({ sessionId: SessionId }))
    .output(z.strictObject({ items: z.array(ParticipantObjectives) })),
  /** Notes whether a session worked on an objective, and the progress. */
  noteSession: write
    .input(
      z.strictObject({
        sessionId: SessionId,
        clientId: ClientId,
        objectiveId: Id,
        worked: z.boolean(),
        percent: percent.nullable(),
        comment: text(planLimits.comment),
      }),
    )
    .output(Done),

  /** The plans that therapists share with the acting client. */
  mine: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnTreatmentPlan) })),
  /** Signs the shared version with a typed name. A repeat changes nothing. Refuses with NOT_ASKED if the therapist asks for no signature. */
  signMine: write
    .input(z.strictObject({ clientId: ClientId, versionId: Id, name: signatureName }))
    .output(Done)
    .errors({ NOT_ASKED: { status: 409 } }),
}
