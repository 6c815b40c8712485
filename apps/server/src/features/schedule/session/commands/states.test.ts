import {
  mayTakeSessionAction,
  type SessionAction,
  sessionActions,
  sessionStatuses,
  sessionTransitions,
  sessionStatusAfter,
} from '@attune/contract/features/schedule/session/session.states'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { ORPCError } from '@orpc/client'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, insertSession } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const hour = 60 * 60_000
let slots = 0
/**
 * Functions that return the start of an unused hour. `before` is in the future, so the session has not started; `after`
 * is in the past.
 */
const hourAt = { before: () => at(timeAhead(400)), after: () => at(Date.UTC(2020, 0, 3)) }
const at = (from: number) => new Date(from + slots++ * hour).toISOString()

/** Returns the additional input of an action: a future time for `counter` and `move`, otherwise nothing. */
const more = (action: SessionAction) =>
  action === 'counter' || action === 'move' ? { startsAt: hourAt.before(), durationMinutes: 50 } : {}

type Answer = { status: number; code?: string; data?: { status?: SessionStatus } }
async function send(person: Person, action: SessionAction, id: string): Promise<Answer> {
  const answer = await person.send(`session/${action}`, { id, command: randomUUID(), ...more(action) })
  return { ...((await answer.json()) as Omit<Answer, 'status'>), status: answer.status }
}

/** Reads the status as the client, because the therapist cannot read a deleted session. */
const stateOf = async (id: string) => (await client.api.session.get({ id })).session.status

/**
 * Returns the time at which the therapist cancelled a session of this status: now if the status is cancelled, because an undo is then legal;
 * otherwise null.
 */
const calledOff = (status: SessionStatus) => (status === 'cancelled' ? app.clock.now().toISOString() : null)

const everything = sessionActions.flatMap((action) =>
  (['therapist', 'client'] as const).map((role) => ({ action, role })),
)

test.each(everything)(
  '$action by the $role succeeds from exactly the statuses of the table, else 409 with the current status [4.03, 4.04, 6.06] @slow',
  async ({ action, role }) => {
    const person = role === 'therapist' ? therapist : client
    for (const status of sessionStatuses) {
      for (const time of ['before', 'after'] as const) {
        const startsAt = hourAt[time]()
        const id = await insertSession(app, therapist, record, { status, startsAt })
        const moment = { status, startsAt, calledOffAt: calledOff(status) }
        const { status: answered, ...body } = await send(person, action, id)
        const what = `${status}, ${time} the start: ${answered} ${JSON.stringify(body).slice(0, 200)}`
        if (sessionTransitions[action].who !== role) {
          expect([answered, body.code], what).toEqual([403, 'FORBIDDEN'])
          expect(await stateOf(id), what).toBe(status)
        } else if (mayTakeSessionAction(action, role, moment, app.clock.now())) {
          expect(answered, what).toBe(200)
          expect(await stateOf(id), what).toBe(sessionStatusAfter(action, status, 'confirmed'))
        } else {
          expect([answered, body.code, body.data?.status], what).toEqual([409, 'ILLEGAL_TRANSITION', status])
          expect(await stateOf(id), what).toBe(status)
        }
      }
    }
  },
  60_000,
)

test.each(sessionActions)(
  '%s repeated with the same command changes the session once, with the same response @slow',
  async (action) => {
    const { who, from, ...step } = sessionTransitions[action]
    const [person, status] = [who === 'therapist' ? therapist : client, from[0] ?? 'pending']
    const time = 'time' in step && step.time === 'after' ? 'after' : 'before'
    const id = await insertSession(app, therapist, record, { status, startsAt: hourAt[time]() })
    const input = { id, command: randomUUID(), ...more(action) }
    const both = await Promise.all([person.send(`session/${action}`, input), person.send(`session/${action}`, input)])
    const [first, second] = await Promise.all(
      both.map(async (answer) => ({ code: answer.status, body: await answer.json() })),
    )
    expect(first?.code).toBe(200)
    expect(second).toEqual(first)
    const steps = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
      kysely.selectFrom('session_history').select('command').where('session_id', '=', id).execute(),
    )
    expect(steps).toHaveLength(2)
  },
)

test('`may` of every response equals the transition table @slow', async () => {
  for (const status of sessionStatuses) {
    const startsAt = hourAt.before()
    const id = await insertSession(app, therapist, record, { status, startsAt })
    const moment = { status, startsAt, calledOffAt: calledOff(status) }
    for (const [person, role] of [
      [therapist, 'therapist'],
      [client, 'client'],
    ] as const) {
      const { session } = await person.api.session.get({ id })
      for (const action of sessionActions) {
        const legal = mayTakeSessionAction(action, role, moment, app.clock.now())
        expect(session.may[action], `${action} of a ${status} one by the ${role}`).toBe(legal)
      }
    }
  }
})

test('a command on an unknown session, or another therapist’s, is not found and does not reveal the status', async () => {
  const stranger = await app.person('therapist', 2)
  const id = await insertSession(app, therapist, record, { status: 'scheduled', startsAt: hourAt.before() })
  for (const [person, which] of [
    [stranger, id],
    [therapist, randomUUID()],
  ] as const) {
    const tried = person.api.session.cancel({ id: which, command: randomUUID() })
    await expect(tried).rejects.toSatisfy((error) => error instanceof ORPCError && error.status === 404)
  }
})
