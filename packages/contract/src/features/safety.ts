import { z } from 'zod'
import { Id, Nothing } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { requiredText, text } from '../common/text.ts'

const lines = z.array(requiredText(500)).max(20)
const CallPerson = z.strictObject({ name: requiredText(200), phone: text(40) })

/** What a client has written for hard hours. */
const words = {
  warningSigns: lines,
  whatHelps: lines,
  people: z.array(CallPerson).max(20),
  professionals: z.array(CallPerson).max(20),
  /** ISO 3166-1 alpha-2: whose numbers are shown; null: chosen from the zone. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
}

export const SafetyPlan = z.strictObject({
  ...words,
  /** 0: nothing was written yet. */
  version: z.number(),
  updatedAt: z.string().nullable(),
  /** Who saved it last; null before the first time. */
  updatedBy: z.enum(['client', 'therapist']).nullable(),
})
export type SafetyPlan = z.infer<typeof SafetyPlan>

const OwnPlan = z.strictObject({
  plan: SafetyPlan,
  /** Whether it may be kept readable on the client's devices, under the lock too. */
  offline: z.boolean(),
  /** Connected therapists, and who of them may read the plan and write in it. `turn` counts the words that were said on that. */
  therapists: z.array(z.strictObject({ id: Id, name: z.string(), shared: z.boolean(), turn: z.number() })),
})
export type OwnPlan = z.infer<typeof OwnPlan>

const CHANGED = { CHANGED: { status: 409, data: SafetyPlan } } as const
const Written = { version: z.int().min(0), ...words }

/** A client's safety plan: the client's own, written alone or with a therapist. */
export const safety = {
  plan: procedure.input(Nothing).output(OwnPlan),
  save: procedure.input(z.strictObject(Written)).output(SafetyPlan).errors(CHANGED),
  keepOffline: procedure
    .input(z.strictObject({ offline: z.boolean() }))
    .output(z.strictObject({ offline: z.boolean() })),
  /** The last word wins: each names a `turn` above the one it was said upon, and one that comes after a later word changes nothing. */
  share: procedure
    .input(z.strictObject({ therapistId: Id, shared: z.boolean(), turn: z.int().min(1).max(2_000_000_000) }))
    .output(OwnPlan)
    .errors({ CHANGED: { status: 409, data: OwnPlan } }),
  /** A client's plan, where it is shared; null where it is not. */
  planOf: procedure.input(z.strictObject({ clientId: Id })).output(z.strictObject({ plan: SafetyPlan.nullable() })),
  saveFor: procedure
    .input(z.strictObject({ clientId: Id, ...Written }))
    .output(SafetyPlan)
    .errors(CHANGED),
}
