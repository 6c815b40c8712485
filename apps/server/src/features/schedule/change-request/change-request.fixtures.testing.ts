import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'
import { insertChangeRequest, insertSession } from '../../../testing/records/sessions.ts'

const hour = 3_600_000

export const changeRequestFixtures = [
  /** A client's open change request for another time, and a change request that the therapist has answered with another time. */
  fixture(['changeId', 'counteredChangeId'], createChangeRequests),
]

/** Inserts two sessions of a pair, each with a change request: an open one and one that the therapist has countered. */
async function createChangeRequests({ app, pair, slot }: FixtureOrder) {
  const after = (milliseconds: number) => new Date(Date.parse(slot) + milliseconds).toISOString()
  const request = async (start: number, answer: { state: 'countered'; counter: string } | object) => {
    const [id, startsAt] = [randomUUID(), after(start)]
    const location = canary(pair.name, 'location')
    const sessionId = await insertSession(app, pair.therapist, pair.recordId, {
      status: 'confirmed',
      startsAt,
      location,
    })
    await insertChangeRequest(app, pair, { id, sessionId, startsAt, proposed: after(4 * hour), ...answer })
    return id
  }
  return {
    changeId: await request(hour, {}),
    counteredChangeId: await request(2 * hour, { state: 'countered', counter: after(5 * hour) }),
  }
}
