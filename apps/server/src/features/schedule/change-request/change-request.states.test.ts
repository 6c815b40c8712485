import {
  type ChangeRequestAction,
  changeRequestActions,
  changeRequestTransitions,
  changeRequestStates,
  slotHoldingStatuses,
  mayTakeChangeRequestAction,
  sessionStatuses,
} from '@attune/contract/features/schedule/session/session.states'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertChangeRequest, insertSession } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

let app: TestApp
let pair: { therapist: Person; client: Person; recordId: string }
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
  pair = { therapist, client, recordId: await connectClient(app, therapist, client) }
})
afterAll(() => app.close())

const hour = 60 * 60_000
let slots = 0
const at = (from: number) => new Date(from + slots++ * hour).toISOString()
const hourAt = { before: () => at(timeAhead(400)), after: () => at(Date.UTC(2020, 0, 3)) }

const person = (role: 'therapist' | 'client') => pair[role]
const input = (id: string, action: ChangeRequestAction) => ({
  id,
  command: randomUUID(),
  ...(action === 'counter' && { startsAt: hourAt.before(), durationMinutes: 50 }),
})

const everything = changeRequestActions.flatMap((action) =>
  (['therapist', 'client'] as const).map((role) => ({ action, role })),
)

test.each(everything)(
  '$action by the $role succeeds exactly from the states of the table, else 409 with the current states [1.05, 4.04] @slow',
  async ({ action, role }) => {
    for (const state of changeRequestStates) {
      for (const kind of ['update', 'cancel'] as const) {
        for (const time of ['before', 'after'] as const) {
          const startsAt = hourAt[time]()
          const sessionId = await insertSession(app, pair.therapist, pair.recordId, { status: 'confirmed', startsAt })
          const wish = { sessionId, startsAt, state, ...(kind === 'update' && { proposed: hourAt.before() }) }
          const countered = kind === 'update' && state === 'countered'
          const id = await insertChangeRequest(app, pair, countered ? { ...wish, counter: hourAt.before() } : wish)
          if (kind === 'cancel' && action === 'acceptCounter' && state === 'countered') continue
          const answer = await person(role).send(`changeRequest/${action}`, input(id, action))
          const body = (await answer.json()) as { code?: string; data?: object; change?: { state: string } }
          const what = `${kind} ${state}, ${time} the start: ${answer.status} ${JSON.stringify(body).slice(0, 200)}`
          if (changeRequestTransitions[action].who !== role) {
            expect([answer.status, body.code], what).toEqual([403, 'FORBIDDEN'])
          } else if (mayTakeChangeRequestAction(action, role, { state, kind, startsAt }, app.clock.now())) {
            expect([answer.status, body.change?.state], what).toEqual([200, changeRequestTransitions[action].to])
          } else {
            expect([answer.status, body.code], what).toEqual([409, 'ILLEGAL_TRANSITION'])
            expect(body.data, what).toEqual({ status: 'confirmed', state })
          }
        }
      }
    }
  },
  60_000,
)

test.each(['askMove', 'askCancel'] as const)(
  '%s succeeds for a scheduled session that has not started, else 409 with the current state [4.04] @slow',
  async (ask) => {
    for (const status of sessionStatuses) {
      for (const time of ['before', 'after'] as const) {
        const sessionId = await insertSession(app, pair.therapist, pair.recordId, {
          status,
          startsAt: hourAt[time](),
        })
        const wish = ask === 'askMove' ? { startsAt: hourAt.before(), durationMinutes: 50 } : {}
        const answer = await pair.client.send(`changeRequest/${ask}`, { id: randomUUID(), sessionId, ...wish })
        const body = (await answer.json()) as { code?: string; data?: object; session?: object }
        const what = `${status}, ${time} the start: ${answer.status} ${JSON.stringify(body).slice(0, 200)}`
        if (time === 'before' && (slotHoldingStatuses as readonly string[]).includes(status)) {
          expect(answer.status, what).toBe(200)
          expect(body.session, what).toMatchObject({ status, change: 'open' })
        } else {
          expect([answer.status, body.code], what).toEqual([409, 'ILLEGAL_TRANSITION'])
          expect(body.data, what).toEqual({ status, state: null })
        }
      }
    }
  },
)

test.each(changeRequestActions)('%s sent twice with the same command takes effect once', async (action) => {
  const startsAt = hourAt.before()
  const sessionId = await insertSession(app, pair.therapist, pair.recordId, { status: 'confirmed', startsAt })
  const state = changeRequestTransitions[action].from[0]
  const wish = { sessionId, startsAt, state, proposed: hourAt.before() }
  const id = await insertChangeRequest(app, pair, state === 'countered' ? { ...wish, counter: hourAt.before() } : wish)
  const act = input(id, action)
  const by = person(changeRequestTransitions[action].who)
  const both = await Promise.all([by.send(`changeRequest/${action}`, act), by.send(`changeRequest/${action}`, act)])
  const [first, second] = await Promise.all(both.map(async (one) => ({ code: one.status, body: await one.json() })))
  expect(first?.code).toBe(200)
  expect(second).toEqual(first)
})
