import { z } from 'zod'
import { ClientId } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'
import { OwnTreatmentPlan } from '../../care/treatment-plan/treatment-plan.schemas.ts'

const ActingFor = z.strictObject({ actingFor: ClientId })

/**
 * The version of the treatment plan that the therapist shares with the client, as a guardian sees it: without progress, because its days are those of
 * sessions, and without signatures. Diagnoses that are shared with the client are part of it if the guardian also has the right `superbills`.
 */
export const GuardedPlan = OwnTreatmentPlan.pick({
  therapistName: true,
  versionId: true,
  number: true,
  goals: true,
  reviewOn: true,
  madeAt: true,
  diagnoses: true,
})
export type GuardedPlan = z.infer<typeof GuardedPlan>

/** Procedures with which a guardian reads what a therapist shares of a client's treatment plan. */
export const guardianPlan = {
  /**
   * The shared version; null if none is shared, or if it was shared before the guardian got the right. The client's access log records the opening.
   */
  plan: read.input(ActingFor).output(z.strictObject({ plan: GuardedPlan.nullable() })),
  /** The number and the time of the shared version, without its content. Null as in `plan`. */
  planShared: read
    .input(ActingFor)
    .output(z.strictObject({ plan: z.strictObject({ number: z.int(), sharedAt: z.string() }).nullable() })),
}
