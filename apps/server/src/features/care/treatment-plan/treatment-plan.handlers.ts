import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Tx } from '../../../platform/database/actor.ts'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { conflict } from '../../../platform/policy/refusal.ts'
import { listOwnPlans, signOwnPlan } from './treatment-plan.client.ts'
import {
  listDiagnosisFavorites,
  removeDiagnosis,
  removeDiagnosisFavorite,
  saveDiagnosis,
} from './treatment-plan.diagnoses.ts'
import {
  addProgress,
  recordSessionObjective,
  removeProgress,
  listSessionObjectives,
} from './treatment-plan.progress.ts'
import { lockRecord, listPlanVersions, readPlan } from './treatment-plan.queries.ts'
import { savePlan, sharePlan, signPlan, unsharePlan } from './treatment-plan.ts'

const on = implement(contract.treatmentPlan).$context<Context>()
const done = { done: true } as const

/** Runs a change. An id that another row already has is refused with CONFLICT. */
const change = <Result>({ app, actor }: Context, work: (tx: Tx, now: Date) => Promise<Result>): Promise<Result> =>
  app.db
    .asActor(actor, (tx) => work(tx, app.clock.now()))
    .catch((error: unknown) => {
      const isUsed = ['treatment_plan_version_pkey', 'diagnosis_pkey'].some((key) => violatesConstraint(error, key))
      throw isUsed ? conflict() : error
    })

export const treatmentPlanHandlers = {
  get: operation(on.get, (tx, input) => readPlan(tx, input.clientId)),
  versions: operation(on.versions, async (tx, { clientId }) => {
    await lockRecord(tx, clientId)
    return { items: await listPlanVersions(tx, clientId) }
  }),
  save: on.save.handler(({ input, context }) => change(context, (tx, now) => savePlan(tx, input, now))),
  sign: on.sign.handler(async ({ input, context }) => {
    await change(context, (tx, now) => signPlan(tx, input, now))
    return done
  }),
  share: on.share.handler(async ({ input, context }) => {
    await change(context, (tx, now) => sharePlan(tx, input, now))
    return done
  }),
  unshare: on.unshare.handler(async ({ input, context }) => {
    await change(context, (tx) => unsharePlan(tx, input.clientId))
    return done
  }),
  saveDiagnosis: on.saveDiagnosis.handler(({ input, context }) =>
    change(context, (tx, now) => saveDiagnosis(tx, input, now)),
  ),
  removeDiagnosis: on.removeDiagnosis.handler(async ({ input, context }) => {
    await change(context, (tx) => removeDiagnosis(tx, input))
    return done
  }),
  favorites: on.favorites.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, listDiagnosisFavorites),
  })),
  removeFavorite: on.removeFavorite.handler(async ({ input, context }) => {
    await change(context, (tx) => removeDiagnosisFavorite(tx, input))
    return done
  }),
  addProgress: on.addProgress.handler(async ({ input, context }) => {
    await change(context, (tx, now) => addProgress(tx, input, now))
    return done
  }),
  removeProgress: on.removeProgress.handler(async ({ input, context }) => {
    await change(context, (tx) => removeProgress(tx, input))
    return done
  }),
  ofSession: operation(on.ofSession, async (tx, input) => ({
    items: await listSessionObjectives(tx, input.sessionId),
  })),
  noteSession: on.noteSession.handler(async ({ input, context }) => {
    await change(context, (tx) => recordSessionObjective(tx, input))
    return done
  }),
  mine: on.mine.handler(async ({ context: { app, actor } }) => ({ items: await app.db.asActor(actor, listOwnPlans) })),
  signMine: on.signMine.handler(async ({ input, context }) => {
    await change(context, (tx, now) => signOwnPlan(tx, input, now))
    return done
  }),
}
