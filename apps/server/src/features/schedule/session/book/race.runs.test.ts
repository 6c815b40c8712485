import { runs } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatWhileBusy, type TestBrowser } from '../../../../testing/browser.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { newSessionType } from '../../../../testing/records/session-types.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { daysAhead, everyWeekday, saveHours } from '../../availability/availability.testing.ts'

const clientCount = 4
let servers: [TestApp, TestApp]
let therapist: Person
let clients: Person[]
let records: string[]
/** Two browsers of the therapist, signed in at two servers that use the same database. */
let therapistBrowsers: TestBrowser[]
const typeId = randomUUID()
beforeAll(async () => {
  const first = await createTestApp({ poolSize: 8, worker: false })
  servers = [first, await createTestApp({ databaseUrl: first.databaseUrl, poolSize: 8, worker: false })]
  therapist = await first.person('therapist')
  clients = await Promise.all(Array.from({ length: clientCount }, (_, n) => first.person('client', n + 1)))
  records = []
  for (const client of clients) records.push(await connectClient(first, therapist, client))
  therapistBrowsers = await Promise.all(servers.map((app) => app.secondBrowser(therapist, 2)))
  await saveHours(therapist, everyWeekday())
  await therapist.api.sessionType.add(newSessionType({ id: typeId, newClients: 'book', knownClients: 'book' }))
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

/** A client may book at most 30 times in an hour. Even with 100 attempts in total, each client must stay below this limit. */
const attempts = runs(24, 100)

test(`of ${attempts} clients who book and therapists who schedule one time at once, one gets it and the others are refused [6.06]`, async () => {
  const startsAt = daysAhead(servers[0]).at(5, '09:00')
  const answers = await Promise.all(
    Array.from({ length: attempts }, async (_, place) => {
      const number = Math.floor(place / 2) % clientCount
      const what = { id: randomUUID(), startsAt, durationMinutes: 50, format: 'video' }
      const send = () =>
        place % 2
          ? (clients[number] as Person).send('session/book', { ...what, therapistId: therapist.accountId, typeId })
          : (therapistBrowsers[Math.floor(place / 2) % 2] as TestBrowser).send('session/create', {
              ...what,
              clientIds: [records[number]],
            })
      // On a slow machine, the server refuses some of the concurrent requests at once. A refused command is sent again with the same id.
      const answer = await repeatWhileBusy(send)
      return `${answer.status} ${((await answer.json()) as { code?: string }).code ?? 'done'}`
    }),
  )
  expect(answers.filter((answer) => answer === '200 done')).toHaveLength(1)
  // A new client who has just booked may not book a second session at once.
  const refused = new Set(answers.filter((answer) => answer !== '200 done'))
  expect([...refused].filter((answer) => answer !== '409 SLOT_TAKEN' && answer !== '403 FORBIDDEN')).toEqual([])
  const { items } = await therapist.api.session.between({ from: startsAt, to: daysAhead(servers[0]).at(6, '09:00') })
  expect(items).toHaveLength(1)
  // The client whose booking failed can book the next free time.
  const [winner] = items[0]?.participants ?? []
  const loser = clients[records.findIndex((id) => id !== winner?.clientId)] as Person
  const next = { id: randomUUID(), startsAt: daysAhead(servers[0]).at(5, '11:00'), durationMinutes: 50 }
  const booked = loser.api.session.book({ ...next, format: 'video', therapistId: therapist.accountId, typeId })
  expect(await booked).toMatchObject({ status: 'confirmed' })
}, 60_000)
