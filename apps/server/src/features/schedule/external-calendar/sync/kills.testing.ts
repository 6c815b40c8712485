import type { Person } from '../../../../testing/people.ts'
import type { TestApp } from '../../../../testing/app.ts'

/** Thrown at the step at which a process is killed, and at each later step. */
export class Killed extends Error {}

/**
 * Returns the app of a process that is killed at a step, which is a request or a transaction. `before`: the step does not happen. `after`: it
 * happens, but the process does not receive the result.
 */
export function killedApp(app: TestApp, step: number, when: 'before' | 'after') {
  let steps = 0
  const cut = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    steps++
    if (steps > step || (steps === step && when === 'before')) throw new Killed()
    const result = await work()
    if (steps >= step) throw new Killed()
    return result
  }
  const { db, calendarOutbound, clock, log, providerKeys } = app
  const killed: typeof app = {
    ...app,
    db: { ...db, asActor: (actor, work) => cut(() => db.asActor(actor, work)) },
    calendarOutbound: {
      ...calendarOutbound,
      request: (url, request) => cut(() => calendarOutbound.request(url, request)),
    },
    clock,
    log,
    providerKeys,
  }
  return { killed, reached: () => steps >= step }
}

/** Ends the lease of a killed process, as two minutes without a heartbeat do. */
export const endLease = (app: TestApp, { id, therapist }: { id: string; therapist: Person }) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run('update app.external_calendar set lease_until = now() where id = $1', [id]),
  )
