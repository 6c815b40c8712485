import { randomUUID } from 'node:crypto'
import type { CallServerFrame } from '@attune/contract/features/schedule/call/call.rules'
import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { insertGuardian } from '../../../testing/records/guardians.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { openTestSocket, type TestSocket } from '../../../testing/socket.ts'
import { insertCallSession } from './call.fixtures.testing.ts'

export type TestCallSocket = TestSocket<CallServerFrame>

/** Opens the socket of a call with a ticket or a resume secret. */
export function openCallSocket(
  address: string,
  person: Pick<Person, 'cookies'>,
  entry: { ticket: string } | { resume: string },
  headers: Record<string, string | null> = {},
): TestCallSocket {
  const socket = openTestSocket<CallServerFrame>(address, person, headers, `/api/call?${new URLSearchParams(entry)}`)
  opened.push(socket)
  return socket
}
const opened: TestCallSocket[] = []

/** Leaves all calls of a test, so that they do not count toward the limit of the practice in further tests. */
export async function leaveCalls(): Promise<void> {
  const sockets = opened.splice(0)
  for (const socket of sockets) socket.leave()
  await Promise.all(sockets.map(({ closed }) => closed))
}

let pairs = 0

/** Creates a therapist, a client, and a session in Attune that the client has accepted. It takes place now unless `inMinutes` is given. */
export async function callPair(app: TestApp, inMinutes?: number) {
  const n = ++pairs
  const [therapist, client] = await Promise.all([app.person('therapist', n), app.person('client', n)])
  const recordId = await connectClient(app, therapist, client)
  const session = { app, therapist, recordId, ...(inMinutes !== undefined && { inMinutes }) }
  return { therapist, client, recordId, sessionId: await insertCallSession(session) }
}

/**
 * A therapist, a child without an account unless `hasAccount`, a guardian of the child with the right to its sessions, and a session in Attune that
 * takes place now.
 */
export async function guardedCall(app: TestApp, { hasAccount = false } = {}) {
  const n = ++pairs
  const [therapist, child] = await Promise.all([app.person('therapist', n), app.person('client', n)])
  const recordId = hasAccount ? await connectClient(app, therapist, child) : randomUUID()
  if (!hasAccount) await therapist.api.client.add({ ...minimalClient, firstName: 'Leo', id: recordId, invite: false })
  const { guardian, guardianId } = await newGuardian(app, therapist, recordId)
  const sessionId = await insertCallSession({ app, therapist, recordId })
  return { therapist, child, recordId, guardian, guardianId, sessionId }
}
export type GuardedCall = Awaited<ReturnType<typeof guardedCall>>

/** A further guardian of a child, with the right to its sessions. */
export async function newGuardian(app: TestApp, { accountId: therapistId }: Person, clientId: string) {
  const guardian = await app.person('client', 5_000 + ++guardians)
  const guardianId = await insertGuardian(app, { therapistId, clientId, account: guardian, rights: ['sessions'] })
  return { guardian, guardianId }
}
let guardians = 0

/** Moves a session to a start `inMinutes` minutes from now. The client has not agreed yet. */
export const moveCallSession = (
  app: Pick<TestApp, 'clock'>,
  { therapist, sessionId }: Pick<GuardedCall, 'therapist' | 'sessionId'>,
  inMinutes: number,
) =>
  therapist.api.session.move({
    id: sessionId,
    command: randomUUID(),
    startsAt: new Date(app.clock.now().getTime() + inMinutes * 60_000).toISOString(),
    durationMinutes: 50,
    anyway: true,
  })

/** Joins the call of a session as a guardian and opens its socket. */
export async function joinForAt(
  app: Pick<TestApp, 'address'>,
  { guardian, recordId, sessionId }: Pick<GuardedCall, 'guardian' | 'recordId' | 'sessionId'>,
  answers: { whereabouts?: string; callName?: string } = {},
) {
  const entry = await guardian.api.call.joinFor({ actingFor: recordId, sessionId, ...answers })
  return openEntry(app, guardian, entry)
}

/** Joins the call of a session and opens its socket. */
export async function joinAt(app: Pick<TestApp, 'address'>, person: Person, sessionId: string) {
  return openEntry(app, person, await person.api.call.join({ sessionId }))
}

async function openEntry<Entry extends { ticket: string }>(
  app: Pick<TestApp, 'address'>,
  person: Person,
  entry: Entry,
) {
  const socket = openCallSocket(app.address, person, entry)
  const { self, resume } = await socket.frame('welcome')
  return { ...entry, socket, self, resume }
}

/** The therapist and the client of a pair in their call, with the client let in. */
export async function startCall(app: TestApp) {
  const pair = await callPair(app)
  const { therapist, client, recordId, sessionId } = pair
  const ofTherapist = await joinAt(app, therapist, sessionId)
  const ofClient = await joinAt(app, client, sessionId)
  await ofClient.socket.frame('waiting')
  await therapist.api.call.admit({ callId: ofTherapist.callId, personId: recordId })
  await ofClient.socket.frame('admitted')
  await ofTherapist.socket.frame('present', ({ peers }) => peers.length === 2)
  return { ...pair, callId: ofTherapist.callId, ofTherapist, ofClient }
}
