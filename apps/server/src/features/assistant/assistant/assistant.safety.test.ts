import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { askPreviewed, assistantRequest, openAnswer, permitAssistant } from '../../../testing/assistant/assistant.ts'
import { openAssistantEndpoint } from '../../../testing/assistant/endpoint.ts'
import { assistantSettings, switchOnAssistant } from '../../../testing/assistant/setup.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'

let client: Person
let clientId: string
let people = 0

afterAll(() => double.close())
const double = await openAssistantEndpoint()
const app = await startSharedApp({ worker: false, config: { assistantLocalHosts: [double.host] } })
const [admin, therapist] = await Promise.all([app.person('admin'), app.person('therapist')])
beforeEach(async () => {
  await switchOnAssistant(admin, double)
  client = await app.person('client', ++people)
  clientId = await connectClient(app, therapist, client)
  await permitAssistant(therapist, clientId)
  double.requests.length = 0
})

/**
 * Sends a prepared request, and runs `change` while the request waits for the lock on the record. Returns the code of the refusal; null if the
 * request was not refused.
 */
async function askWhile(change: () => Promise<unknown>): Promise<string | null> {
  const request = assistantRequest(clientId)
  const { sha256 } = await therapist.api.assistant.preview(request)
  const holder = await app.privileged.definer.connect()
  try {
    await holder.query('begin')
    await holder.query('select from app.client where id = $1 for update', [clientId])
    const asked = openAnswer(therapist, { ...request, sha256, acceptsNames: false })
    const waiting = async () => {
      const { rows } = await holder.query(
        'select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())',
      )
      return rows.length > 0
    }
    await expect.poll(waiting, { timeout: 5_000, interval: 10 }).toBe(true)
    await change()
    await holder.query('commit')
    return (await (await asked).end()).code
  } finally {
    holder.release()
  }
}

test('a request that was prepared before an admin switches the assistant off does not leave @slow', async () => {
  expect(await askWhile(() => admin.api.assistantSetup.switchOff({}))).toBe('OFF')
  expect(double.requests).toEqual([])
})

test('a request that was prepared before an admin names another model does not leave @slow', async () => {
  const change = async () => {
    const { version } = await admin.api.assistantSetup.get({})
    await admin.api.assistantSetup.save({ version, ...assistantSettings(double), model: 'other-model' })
  }
  expect(await askWhile(change)).toBe('CHANGED')
  expect(double.requests).toEqual([])
})

test.each([
  ['an admin', () => admin.api.assistantSetup.switchOff({})],
  ['the therapist', () => therapist.api.assistant.switchOff({ command: randomUUID() })],
] as const)('an answer in progress ends when %s switches the assistant off @slow', async (_who, switchOff) => {
  double.holds = true
  try {
    const open = await askPreviewed(therapist, assistantRequest(clientId))
    await double.received(1)
    await switchOff()
    expect((await open.end()).code).toBe('OFF')
    await expect.poll(() => double.requests[0]?.closedAt).not.toBeNull()
  } finally {
    Object.assign(double, { holds: false })
    double.release()
  }
})

/** Adds a client to a session of this test's client. */
async function insertSessionWith(otherId: string): Promise<string> {
  const at = new Date(app.clock.now().getTime() - 3_600_000)
  const sessionId = await insertCompletedSession(app, therapist, clientId, at)
  await app.privileged.definer.query(
    `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
     select therapist_id, session_id, $2, starts_at, 'accepted' from app.session_client where session_id = $1`,
    [sessionId, otherId],
  )
  return sessionId
}

test('a note drafted for a session with two clients becomes the part about the client of the draft alone @slow', async () => {
  double.answer = () => 'She was calm. {{S1: was calm}}'
  const other = await connectClient(app, therapist, await app.person('client', ++people))
  const sessionId = await insertSessionWith(other)
  const { note } = therapist.api
  await note.save({ sessionId, text: 'They argued.', version: 0 })
  await note.save({ sessionId, clientId: other, text: 'He wept.', version: 0 })
  const about = { purpose: 'note', form: 'free', question: '', keywords: 'was calm', sessionId } as const
  const request = assistantRequest(clientId, about)
  expect((await therapist.api.assistant.preview(request)).body).not.toMatch(/argued|wept/)
  const { answer } = await (await askPreviewed(therapist, request)).end()
  await therapist.api.assistant.accept({
    draftId: answer?.draftId ?? '',
    sessionId,
    text: 'She was calm.',
    noteVersion: 0,
    command: randomUUID(),
  })
  const { parts } = await note.parts({ sessionId })
  const written = parts.map((part) => [part.clientId, part.text, part.assistance !== null])
  expect(new Set(written)).toEqual(
    new Set([
      [null, 'They argued.', false],
      [clientId, 'She was calm.', true],
      [other, 'He wept.', false],
    ]),
  )
})

test('all names, addresses and numbers of other participants are hidden, also those of their accounts @slow', async () => {
  const other = await app.person('client', ++people)
  const otherId = await connectClient(app, therapist, other)
  await insertSessionWith(otherId)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    await tx.run(
      `update app.client set first_name = 'Wilhelmina', last_name = 'Quastenberg', address = 'Distelweg 14, 99999 Musterstadt'
       where id = $1`,
      [otherId],
    )
    await tx.run(
      `insert into app.client_contact (therapist_id, client_id, name, relationship) values ($1, $2, 'Ruth Zorn', 'Muckelchen')`,
      [therapist.accountId, clientId],
    )
  })
  await app.db.asActor({ role: 'client', id: other.accountId }, (tx) =>
    tx.run(`update app.profile set first_name = 'Mienchen', last_name = 'Altmeyer' where account_id = $1`, [
      other.accountId,
    ]),
  )
  const { body } = await therapist.api.assistant.preview(
    assistantRequest(clientId, {
      question:
        'What did Wilhelmina Quastenberg (Mienchen Altmeyer, Distelweg 14, 99999 Musterstadt) and Muckelchen say?',
    }),
  )
  for (const word of ['Wilhelmina', 'Quastenberg', 'Mienchen', 'Altmeyer', 'Distelweg', 'Muckelchen'])
    expect(body).not.toContain(word)
})

test('a text that is about nobody leaves without the names of the therapist’s clients, and comes back with them', async () => {
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run(`update app.client set first_name = 'Hildrun', last_name = 'Kesselring' where id = $1`, [clientId]),
  )
  const text = 'Hildrun Kesselring did not come.'
  const request = assistantRequest(null, { purpose: 'friendlier', question: '', text })
  const { body, sha256 } = await therapist.api.assistant.preview(request)
  expect(body).not.toMatch(/Hildrun|Kesselring/)
  double.answer = ({ prompt }) => `${/\[PERSON \d+\]/.exec(prompt)?.[0]} could not come.`
  const { answer } = await (await openAnswer(therapist, { ...request, sha256, acceptsNames: false })).end()
  expect(answer?.text).toBe('Hildrun could not come.')
  expect(double.requests.map((sent) => sent.body.toString())).toEqual([body])
})
