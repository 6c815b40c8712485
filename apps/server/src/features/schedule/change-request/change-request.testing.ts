import { randomUUID } from 'node:crypto'
import { createTestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

export const [minute, hour] = [60_000, 60 * 60_000]

/**
 * Opens an app with a therapist, a connected client, and functions that create and answer change requests. The test
 * file must close the app.
 */
export async function setUpChangeRequestTest() {
  const app = await createTestApp()
  const therapist = await app.person('therapist')
  const client = await app.person('client')
  const record = await connectClient(app, therapist, client)

  let slots = 0
  const freeHour = () => new Date(timeAhead(500, 8) + slots++ * hour).toISOString()
  const act = (id: string) => ({ id, command: randomUUID() })
  const inMilliseconds = (ahead: number) => new Date(app.clock.now().getTime() + ahead).toISOString()

  const confirmed = (startsAt = freeHour()) => insertSession(app, therapist, record, { status: 'confirmed', startsAt })
  const planned = async (startsAt = freeHour()) =>
    (
      await therapist.api.session.create({
        id: randomUUID(),
        clientIds: [record],
        startsAt,
        format: 'video',
        agreed: true,
      })
    ).id
  const askMove = (sessionId: string, startsAt = freeHour(), reason = '') =>
    client.api.changeRequest.askMove({ id: randomUUID(), sessionId, startsAt, durationMinutes: 50, reason })
  const askCancel = (sessionId: string, reason = '') =>
    client.api.changeRequest.askCancel({ id: randomUUID(), sessionId, reason })
  const newsOf = async (person: Person, sessionId: string) =>
    (await person.api.notification.list({})).items.filter((one) => one.relatedId === sessionId).map((one) => one.kind)
  const historyOf = async (person: Person, id: string) =>
    (await person.api.session.get({ id })).history.map(({ by, action, to }) => `${by} ${action} ${to}`)

  return {
    server: app,
    therapist,
    client,
    record,
    freeHour,
    act,
    inMilliseconds,
    confirmed,
    planned,
    askMove,
    askCancel,
    newsOf,
    historyOf,
  }
}
