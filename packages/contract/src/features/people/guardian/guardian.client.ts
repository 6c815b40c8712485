import { z } from 'zod'
import { ClientId, EmptyInput, GuardianId, TherapistId } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'
import { Day, Instant } from '../../../common/time/time.schemas.ts'
import { guardianRights, ownGuardianStates } from './guardian.rules.ts'

/** A guardian of the acting client at one therapist. */
export const OwnGuardian = z.strictObject({
  id: GuardianId,
  clientId: ClientId,
  therapistId: TherapistId,
  therapistName: z.string(),
  name: z.string(),
  relationship: z.string(),
  state: z.enum(ownGuardianStates),
  /** The rights that the therapist gave, in the order of `guardianRights`. They apply in the state `active` only. */
  rights: z.array(z.enum(guardianRights)),
  /** The time at which the guardian accepted the invitation; null before. */
  since: Instant.nullable(),
  /** Whether a right also covers data from before it was given. */
  seesEarlier: z.boolean(),
  /** The day on which the rights pause because the client comes of age or the guardianship ends. Null if none is known, and for renewed rights. */
  pausesOn: Day.nullable(),
  /** Whether the rights pause by age, so that the client can renew them. */
  canRenew: z.boolean(),
})
export type OwnGuardian = z.infer<typeof OwnGuardian>

/** Procedures with which a client sees who acts for them. */
export const guardianClient = {
  /**
   * The guardians of all records of the acting client, by therapist and name. Before a guardian has accepted, a client under the age of
   * `earlyKnowledgeAge` does not see that guardian.
   */
  mine: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnGuardian) })),
}
