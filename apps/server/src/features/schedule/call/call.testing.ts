import type { CallServerFrame } from '@attune/contract/features/schedule/call/call.rules'
import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
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

/** Leaves all calls of a test, so that those of further tests are not above the limit of the practice. */
export async function leaveCalls(): Promise<void> {
  const sockets = opened.splice(0)
  for (const socket of sockets) socket.leave()
  await Promise.all(sockets.map(({ closed }) => closed))
}

let pairs = 0

/** A therapist and a client, both new, who has accepted a session in Attune that takes place now. */
export async function callPair(app: TestApp, inMinutes?: number) {
  const n = ++pairs
  const [therapist, client] = await Promise.all([app.person('therapist', n), app.person('client', n)])
  const recordId = await connectClient(app, therapist, client)
  const session = { app, therapist, recordId, ...(inMinutes !== undefined && { inMinutes }) }
  return { therapist, client, recordId, sessionId: await insertCallSession(session) }
}

/** Joins the call of a session and opens its socket. */
export async function joinAt(app: Pick<TestApp, 'address'>, person: Person, sessionId: string) {
  const entry = await person.api.call.join({ sessionId })
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
