import { z } from 'zod'
import { maxPlanLines } from './safety.rules.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { ClientId, EmptyInput, TherapistId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { requiredText, text } from '../../../common/text/text.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'

const lines = z.array(requiredText(textLengths.planLine)).max(maxPlanLines)
const CallPerson = z.strictObject({ name: requiredText(textLengths.contactName), phone: text(textLengths.phone) })

const planFields = {
  /** The signs by which the client recognizes that a crisis is beginning. */
  warningSigns: lines,
  /** The things that help the client. */
  whatHelps: lines,
  /** The people whom the client can call. */
  people: z.array(CallPerson).max(maxPlanLines),
  /** The professionals whom the client can call. */
  professionals: z.array(CallPerson).max(maxPlanLines),
  /**
   * The country whose numbers are shown, as ISO 3166-1 alpha-2. If `country` is null, the time zone determines the
   * country.
   */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
}

export const SafetyPlan = z.strictObject({
  ...planFields,
  /** The version of the plan: 0 before the first save, increased by each save. */
  version: z.number(),
  /** The time of the last save; null before the first. */
  updatedAt: z.string().nullable(),
  /** The role that saved the plan last; null before the first save. */
  updatedBy: z.enum(['client', 'therapist']).nullable(),
})
export type SafetyPlan = z.infer<typeof SafetyPlan>

const OwnPlan = z.strictObject({
  plan: SafetyPlan,
  /** Whether the client's devices keep a copy of the plan that can be read without a connection, even while the page is locked. */
  offline: z.boolean(),
  /** The connected therapists. `shared`: whether a therapist can read and edit the plan. `turn`: the number of changes of `shared`. */
  therapists: z.array(z.strictObject({ id: TherapistId, name: z.string(), shared: z.boolean(), turn: z.number() })),
})
export type OwnPlan = z.infer<typeof OwnPlan>

const CHANGED = { CHANGED: { status: 409, data: SafetyPlan } } as const
const PlanInput = { version: z.int().min(0), ...planFields }

/** The tables of this feature that a browser can subscribe to. */
export const safetyTables = {
  safety_plans: { table: 'safety_plan', filters: ['account_id'] },
  safety_plan_shares: { table: 'safety_plan_share', filters: ['account_id', 'therapist_id'] },
} as const satisfies RealtimeTables

/** A client's safety plan. The client writes it alone or together with a therapist. */
export const safety = {
  plan: read.input(EmptyInput).output(OwnPlan),
  save: write.input(z.strictObject(PlanInput)).output(SafetyPlan).errors(CHANGED),
  keepOffline: write.input(z.strictObject({ offline: z.boolean() })).output(z.strictObject({ offline: z.boolean() })),
  /**
   * Shares the plan with a therapist or stops sharing it. `turn` counts these changes; the caller sends the last received number plus one. A repeat
   * of the latest call changes nothing. Any other call whose number is not higher than the stored number arrived late and is refused with CHANGED, as
   * is a number more than 100 higher.
   */
  share: write
    .input(z.strictObject({ therapistId: TherapistId, shared: z.boolean(), turn: z.int().min(1).max(2_000_000_000) }))
    .output(OwnPlan)
    .errors({ CHANGED: { status: 409, data: OwnPlan } }),
  /** The plan of a client; null if the client does not share it with the therapist. */
  planOf: read.input(z.strictObject({ clientId: ClientId })).output(z.strictObject({ plan: SafetyPlan.nullable() })),
  saveFor: write
    .input(z.strictObject({ clientId: ClientId, ...PlanInput }))
    .output(SafetyPlan)
    .errors(CHANGED),
}
