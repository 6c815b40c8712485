import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient, insertChangeRequest, insertSession } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const [minute, day] = [60_000, 24 * 60 * 60_000]
let round = 0
/** Returns 09:00 UTC, in milliseconds, on a day that no other case uses. */
const nextDay = () => timeAhead(400) + round++ * day
const iso = (at: number) => new Date(at).toISOString()
const act = (id: string) => ({ id, command: randomUUID() })
const fifty = { durationMinutes: 50 }

/** Functions that add a conflict that is not a session. The conflict overlaps a session that starts at `at`. */
const blocks = {
  event: async (at: number) => {
    const span = { startsAt: iso(at + 30 * minute), endsAt: iso(at + 40 * minute) }
    await therapist.api.calendar.addEvent({ id: randomUUID(), title: 'Dentist', ...span })
  },
  absence: async (at: number) => {
    const span = { startsAt: iso(at - 10 * minute), endsAt: iso(at + 20 * minute) }
    await therapist.api.availability.saveAbsence({ id: randomUUID(), title: 'Away', ...span, wholeDays: false })
  },
  imported: async (at: number) => {
    const [id, therapist_id] = [randomUUID(), therapist.accountId]
    const address = 'https://calendar.example.org/x.ics'
    await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
      kysely
        .insertInto('imported_calendar')
        .values({ id, therapist_id, name: 'Home', address, next_read_at: '2099-01-01T00:00:00Z' })
        .execute(),
    )
    const importedEvent = { starts_at: iso(at - 24 * 60 * minute), ends_at: iso(at + minute), number: 1, title: 'Fair' }
    await app.db.asActor({ role: 'worker', id: therapist_id }, ({ kysely }) =>
      kysely
        .insertInto('imported_event')
        .values({ therapist_id, calendar_id: id, ...importedEvent })
        .execute(),
    )
  },
}
const names = { event: 'Dentist', absence: 'Away', imported: 'Fair' }

/** The commands that book a time. Each function prepares its command, and returns a function that sends the request. */
const commands: Record<string, (at: number) => Promise<(more?: object) => Promise<Response>>> = {
  plan: async (at) => (more) =>
    therapist.send('session/create', {
      id: randomUUID(),
      clientIds: [record],
      startsAt: iso(at),
      format: 'video',
      ...more,
    }),
  confirm: async (at) => {
    const id = await insertSession(app, therapist, record, { status: 'pending', startsAt: iso(at) })
    return (more) => therapist.send('session/confirm', { ...act(id), ...more })
  },
  counter: async (at) => {
    const id = await insertSession(app, therapist, record, { status: 'pending', startsAt: iso(at + 400 * day) })
    return (more) => therapist.send('session/counter', { ...act(id), startsAt: iso(at), ...fifty, ...more })
  },
  move: async (at) => {
    const id = await insertSession(app, therapist, record, { status: 'confirmed', startsAt: iso(at + 400 * day) })
    return (more) => therapist.send('session/move', { ...act(id), startsAt: iso(at), ...fifty, ...more })
  },
  'accept of a change': async (at) => {
    const startsAt = iso(at + 400 * day)
    const sessionId = await insertSession(app, therapist, record, { status: 'confirmed', startsAt })
    const pair = { therapist, client, recordId: record }
    const id = await insertChangeRequest(app, pair, { sessionId, startsAt, proposed: iso(at) })
    return (more) => therapist.send('changeRequest/accept', { ...act(id), ...more })
  },
}
const accepting = async (at: number) => {
  const startsAt = iso(at + 400 * day)
  const sessionId = await insertSession(app, therapist, record, { status: 'confirmed', startsAt })
  const pair = { therapist, client, recordId: record }
  const request = { sessionId, startsAt, proposed: iso(at + day), state: 'countered' as const, counter: iso(at) }
  const id = await insertChangeRequest(app, pair, request)
  return () => client.send('changeRequest/acceptCounter', act(id))
}

describe.each(Object.keys(blocks) as (keyof typeof blocks)[])('a conflict with an %s', (kind) => {
  test.each(Object.keys(commands))(
    'refuses %s with the conflict; with anyway the session is stored as booked anyway',
    async (command) => {
      const at = nextDay()
      const take = await commands[command]?.(at)
      await blocks[kind](at)
      const refused = await take?.()
      expect([refused?.status, await refused?.json()]).toMatchObject([
        409,
        { code: 'SLOT_TAKEN', data: { conflicts: [{ kind, name: names[kind], sessionId: null }] } },
      ])
      const taken = await take?.({ anyway: true })
      expect(taken?.status).toBe(200)
      const body = (await taken?.json()) as { id: string; session?: { id: string } }
      const { session } = await therapist.api.session.get({ id: body.session?.id ?? body.id })
      expect(session).toMatchObject({ startsAt: iso(at), bookedAnyway: true })
    },
  )

  test('refuses a client who accepts a counter-proposal, and names only the time', async () => {
    const at = nextDay()
    const accept = await accepting(at)
    await blocks[kind](at)
    const refused = await accept()
    const body = await refused.json()
    expect([refused.status, body]).toMatchObject([
      409,
      { code: 'SLOT_TAKEN', data: { conflicts: [{ kind: 'session', name: '', sessionId: null }] } },
    ])
    expect(JSON.stringify(body)).not.toContain(names[kind])
  })

  test('is shown with a pending request, and does not block an adjacent session', async () => {
    const at = nextDay()
    const id = await insertSession(app, therapist, record, { status: 'pending', startsAt: iso(at) })
    await blocks[kind](at)
    const { conflicts, rivals } = await therapist.api.session.get({ id })
    expect([conflicts, rivals]).toMatchObject([[{ kind, name: names[kind] }], []])
    const { conflicts: seenByClient } = await client.api.session.get({ id })
    expect(seenByClient).toEqual([])
    const [block] = conflicts
    const after = {
      id: randomUUID(),
      clientIds: [record],
      startsAt: block?.endsAt ?? '',
      format: 'video' as const,
      durationMinutes: 5,
    }
    expect((await therapist.api.session.create(after)).status).toBe('scheduled')
  })
})
