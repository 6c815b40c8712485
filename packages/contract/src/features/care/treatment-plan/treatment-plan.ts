import { z } from 'zod'
import {
  ClientId,
  DiagnosisId,
  Done,
  EmptyInput,
  ObjectiveId,
  PlanVersionId,
  ProgressId,
  SessionId,
} from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { heldRefusal } from '../../../common/refusals.ts'
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
  /** All versions of a plan, latest first, at most 200. */
  versions: read.input(OfClient).output(z.strictObject({ items: z.array(PlanVersion) })),
  /**
   * Saves a plan as its next version. `version` is the number of the edited version; 0 for the first. If the content equals the latest version, no
   * new version is created. Refuses with CHANGED and the current plan if there is a newer version, and with TOO_MANY_VERSIONS.
   */
  save: write
    .input(
      z.strictObject({
        id: PlanVersionId,
        clientId: ClientId,
        version: z.int().min(0).max(planLimits.versions),
        ...PlanContent.shape,
      }),
    )
    .output(z.strictObject({ versionId: PlanVersionId, number: z.int() }))
    .errors({ CHANGED: { status: 409, data: PlanView }, TOO_MANY_VERSIONS: { status: 409 } }),
  /** Signs the latest version with a typed name. Repeating the call changes nothing. Refuses with CHANGED if there is a newer version. */
  sign: write
    .input(z.strictObject({ clientId: ClientId, versionId: PlanVersionId, name: signatureName }))
    .output(Done)
    .errors({ CHANGED: { status: 409 } }),
  /**
   * Shares a version and exactly the given diagnoses with the client and with the guardians who have the right `plan`; guardians see the diagnoses
   * only if they also have the right `superbills`. Notifies them if the version or the request for a signature differs from what was shared before.
   * Repeating the call changes nothing. Refuses with NO_ACCOUNT if the client has no account and no guardian has the right.
   */
  share: write
    .input(
      z.strictObject({
        clientId: ClientId,
        versionId: PlanVersionId,
        asksSignature: z.boolean(),
        diagnosisIds: z.array(DiagnosisId).max(planLimits.diagnoses),
      }),
    )
    .output(Done)
    .errors({ NO_ACCOUNT: { status: 409 } }),
  /** Ends the access of the client and the guardians to the plan and to all diagnoses. Repeating the call changes nothing. */
  unshare: write.input(OfClient).output(Done),

  /**
   * Adds a diagnosis (`version` 0) or edits one. Repeating the call changes nothing. Refuses with CHANGED and the current diagnosis, and with
   * TOO_MANY_DIAGNOSES.
   */
  saveDiagnosis: write
    .input(DiagnosisInput)
    .output(Diagnosis)
    .errors({ CHANGED: { status: 409, data: Diagnosis }, TOO_MANY_DIAGNOSES: { status: 409 } }),
  /** Deletes a diagnosis. Refuses with NOT_FOUND, and with HELD while the record has a legal hold. */
  removeDiagnosis: write
    .input(z.strictObject({ clientId: ClientId, id: DiagnosisId }))
    .output(Done)
    .errors(heldRefusal),
  /** The diagnosis codes that the therapist has used, the most used first, at most 50. */
  favorites: read.input(EmptyInput).output(z.strictObject({ items: z.array(DiagnosisFavorite) })),
  removeFavorite: write
    .input(z.strictObject({ system: z.enum(diagnosisSystems), code: text(planLimits.code) }))
    .output(Done),

  /** Records the progress on an objective on a day. Repeating the call changes nothing. Refuses with FUTURE_DAY. */
  addProgress: write
    .input(
      z.strictObject({
        id: ProgressId,
        clientId: ClientId,
        objectiveId: ObjectiveId,
        notedOn: Day,
        percent,
        comment: text(planLimits.comment),
      }),
    )
    .output(Done)
    .errors({ FUTURE_DAY: { status: 409 } }),
  /** Deletes a progress note. Refuses with NOT_FOUND, and with HELD while the record has a legal hold. */
  removeProgress: write
    .input(z.strictObject({ clientId: ClientId, id: ProgressId }))
    .output(Done)
    .errors(heldRefusal),
  /** The objectives of a session's participants: those that are open, and those that were worked on in this session. */
  ofSession: read
    .input(z.strictObject({ sessionId: SessionId }))
    .output(z.strictObject({ items: z.array(ParticipantObjectives) })),
  /** Records whether an objective was worked on in a session, and the progress. */
  noteSession: write
    .input(
      z.strictObject({
        sessionId: SessionId,
        clientId: ClientId,
        objectiveId: ObjectiveId,
        worked: z.boolean(),
        percent: percent.nullable(),
        comment: text(planLimits.comment),
      }),
    )
    .output(Done),

  /** The plans that therapists share with the acting client. */
  mine: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnTreatmentPlan) })),
  /**
   * Signs the shared version with a typed name. Repeating the call changes nothing. Refuses with NOT_ASKED if the therapist asks for no signature.
   */
  signMine: write
    .input(z.strictObject({ clientId: ClientId, versionId: PlanVersionId, name: signatureName }))
    .output(Done)
    .errors({ NOT_ASKED: { status: 409 } }),
}
