import { monthAfter, todayIn } from '@attune/contract/common/time/time'
import { recordAnswerLength } from '@attune/contract/features/care/record-request/record-request.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { maxColumnLengths } from '../../../testing/database/column-lengths.ts'
import type { Person } from '../../../testing/people.ts'
import { addPayingClient } from '../../../testing/records/invoices.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { putPdf } from '../file/file.fixtures.testing.ts'

const app = await startSharedApp({ worker: false })

let people = 0
async function openPair() {
  const number = ++people
  const [therapist, client] = await Promise.all([app.person('therapist', number), app.person('client', number)])
  return { therapist, client, clientId: await connectClient(app, therapist, client) }
}
type Pair = Awaited<ReturnType<typeof openPair>>

async function ask({ client, clientId }: Pick<Pair, 'client' | 'clientId'>): Promise<string> {
  const id = randomUUID()
  await client.api.recordRequest.ask({ id, clientId })
  return id
}
const holdersOf = async (client: Person) => (await client.api.recordRequest.mine({})).items
const requestsOf = async ({ therapist, clientId }: Pick<Pair, 'therapist' | 'clientId'>) =>
  (await therapist.api.recordRequest.ofClient({ clientId })).items
const noticesOf = async (person: Person, kind: string) =>
  (await person.api.notification.list({})).items.filter((item) => item.kind === kind)
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
const dayIn = (zone: string) => todayIn(zone, app.clock.now())
const zoneOf = async (person: Person) => (await person.api.account.me({})).zone
async function uploadPdf(person: Person): Promise<string> {
  const id = randomUUID()
  await putPdf(app, person, id)
  return id
}
const auditOf = async (id: string) => {
  const { rows } = await app.privileged.definer.query<{ action: string; role: string }>(
    `select action, actor_role as role from app.audit where thing = 'record-request' and thing_id = $1 order by id`,
    [id],
  )
  return rows.map(({ action, role }) => `${role} ${action}`)
}

test('a client asks for a copy, and both see the request and the day on which it is due @slow', async () => {
  const pair = await openPair()
  const [before] = await holdersOf(pair.client)
  expect(before).toMatchObject({ clientId: pair.clientId, mayAsk: true, isClosed: false, requests: [] })
  const id = await ask(pair)
  const dueOn = monthAfter(dayIn(await zoneOf(pair.therapist)))
  const [holder] = await holdersOf(pair.client)
  expect(holder).toMatchObject({ mayAsk: false, requests: [{ id, state: 'open', isOverdue: false, endedAt: null }] })
  expect(await requestsOf(pair)).toMatchObject([{ id, state: 'open', file: null, answer: '' }])
  expect(holder?.requests[0]?.dueOn).toBe(dueOn)
  expect((await pair.therapist.api.dashboard.attention({ kind: 'record-request' })).items).toMatchObject([
    { id: pair.clientId, dueDay: dueOn },
  ])
  expect(await noticesOf(pair.therapist, 'copy-asked')).toMatchObject([{ relatedId: pair.clientId }])
  expect(await auditOf(id)).toEqual(['client ask'])
})

test('a double click makes one request, and another one while it is open is refused @slow', async () => {
  const pair = await openPair()
  const { client, clientId } = pair
  const id = randomUUID()
  await Promise.all(Array.from({ length: 4 }, () => client.api.recordRequest.ask({ id, clientId })))
  expect(await codeOf(client.api.recordRequest.ask({ id: randomUUID(), clientId }))).toBe('ALREADY_ASKED')
  expect(await requestsOf(pair)).toHaveLength(1)
  expect(await noticesOf(pair.therapist, 'copy-asked')).toHaveLength(1)
  expect(await noticesOf(pair.therapist, 'copy-asked')).toHaveLength(1)
  expect(await auditOf(id)).toContain('client ask')
})

test('of two requests at the same time, one is refused @slow', async () => {
  const { client, clientId } = await openPair()
  const codes = await Promise.all(
    [randomUUID(), randomUUID()].map((id) => codeOf(client.api.recordRequest.ask({ id, clientId }))),
  )
  expect(codes.toSorted()).toEqual(['ALREADY_ASKED', null])
})

test('a client of two therapists asks each of them, and neither sees the other request @slow', async () => {
  const first = await openPair()
  const second = await app.person('therapist', 100)
  const other = { client: first.client, therapist: second, clientId: await connectClient(app, second, first.client) }
  const ids = [await ask(first), await ask(other)]
  expect((await holdersOf(first.client)).map(({ requests }) => requests.length)).toEqual([1, 1])
  expect((await requestsOf(first)).map(({ id }) => id)).toEqual([ids[0]])
  expect((await requestsOf(other)).map(({ id }) => id)).toEqual([ids[1]])
  expect(await codeOf(second.api.recordRequest.ofClient({ clientId: first.clientId }))).toBe('NOT_FOUND')
})

test('a request for the record of another person is refused like one for no record at all @slow', async () => {
  const [mine, theirs] = [await openPair(), await openPair()]
  const codes = await Promise.all(
    [theirs.clientId, randomUUID()].map((clientId) =>
      codeOf(mine.client.api.recordRequest.ask({ id: randomUUID(), clientId })),
    ),
  )
  expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  const id = await ask(theirs)
  const calls = [
    mine.client.api.recordRequest.withdraw({ id }),
    mine.therapist.api.recordRequest.refuse({ id, clientId: theirs.clientId, reason: 'No.' }),
    mine.therapist.api.recordRequest.answer({ id, clientId: mine.clientId, how: 'By post' }),
  ]
  expect(await Promise.all(calls.map(codeOf))).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
  expect(await requestsOf(theirs)).toMatchObject([{ state: 'open' }])
})

test('the database refuses a client who inserts a request for another record or answers the own one', async () => {
  const [mine, theirs] = [await openPair(), await openPair()]
  const id = await ask(mine)
  const asClient = (sql: string, values: unknown[]) =>
    codeOf(app.db.asActor({ role: 'client', id: mine.client.accountId }, (tx) => tx.run(sql, values)))
  const insert =
    'insert into app.record_request (id, therapist_id, client_id, asked_at, due_on) values ($1, $2, $3, now(), current_date)'
  expect(await asClient(insert, [randomUUID(), theirs.therapist.accountId, theirs.clientId])).toBe('42501')
  expect(await asClient(`update app.record_request set state = 'answered', ended_at = now() where id = $1`, [id])).toBe(
    'AT002',
  )
})

test('a client withdraws a request once, asks again, and the therapist is notified @slow', async () => {
  const pair = await openPair()
  const { client, therapist } = pair
  const id = await ask(pair)
  await Promise.all([client.api.recordRequest.withdraw({ id }), client.api.recordRequest.withdraw({ id })])
  expect(await requestsOf(pair)).toMatchObject([{ state: 'withdrawn' }])
  expect(await noticesOf(therapist, 'copy-withdrawn')).toHaveLength(1)
  expect((await therapist.api.dashboard.attention({ kind: 'record-request' })).items).toEqual([])
  const late = therapist.api.recordRequest.answer({ id, clientId: pair.clientId, how: 'By post' })
  expect(await codeOf(late)).toBe('ENDED')
  await ask(pair)
  expect((await requestsOf(pair)).map(({ state }) => state)).toEqual(['open', 'withdrawn'])
})

test('a therapist shares an exported PDF, and the client opens it as a document @slow', async () => {
  const pair = await openPair()
  const { client, therapist, clientId } = pair
  const id = await ask(pair)
  const answer = { id, clientId, documentId: randomUUID(), fileId: await uploadPdf(therapist) }
  await therapist.api.recordRequest.share(answer)
  await therapist.api.recordRequest.share(answer)
  const [holder] = await holdersOf(client)
  expect(holder?.requests).toMatchObject([{ state: 'answered', answer: '', file: { id: answer.fileId } }])
  expect((await client.api.document.mine({})).items).toMatchObject([{ id: answer.documentId }])
  expect(await codeOf(client.api.file.address({ id: answer.fileId, variant: 'whole' }))).toBe(null)
  expect(await noticesOf(client, 'copy-answered')).toMatchObject([{ relatedType: 'record-request', relatedId: id }])
  expect(await noticesOf(client, 'document-shared')).toEqual([])
  expect(await auditOf(id)).toContain('therapist answer')
  // A copy that the therapist removes from the record can no longer be opened.
  await therapist.api.document.remove({ clientId, id: answer.documentId })
  expect((await holdersOf(client))[0]?.requests).toMatchObject([{ state: 'answered', file: null }])
})

test('only a PDF of the therapist answers a request', async () => {
  const pair = await openPair()
  const { client, therapist, clientId } = pair
  const id = await ask(pair)
  const share = (fileId: string) =>
    therapist.api.recordRequest.share({ id, clientId, documentId: randomUUID(), fileId })
  expect(await codeOf(share(await uploadPdf(client)))).toBe('NOT_FOUND')
  expect(await requestsOf(pair)).toMatchObject([{ state: 'open' }])
})

test('a request and its answer are in the history of the record and in the access log of the client', async () => {
  const pair = await openPair()
  const { client, therapist, clientId } = pair
  const id = await ask(pair)
  await therapist.api.recordRequest.answer({ id, clientId, how: 'canary on paper' })
  const { items } = await therapist.api.client.timeline({ id: clientId, limit: 10 })
  expect(items.filter(({ kind }) => kind.startsWith('copy-')).map(({ kind, by }) => [kind, by])).toEqual([
    ['copy-answered', 'therapist'],
    ['copy-asked', 'client'],
  ])
  const lines = (await client.api.access.mine({ limit: 20 })).items.filter(({ thing }) => thing === 'record-request')
  expect(lines).toMatchObject([{ reader: { id: therapist.accountId } }])
  expect((await holdersOf(client))[0]?.requests).toMatchObject([{ state: 'answered', answer: 'canary on paper' }])
  const notices = JSON.stringify(await noticesOf(client, 'copy-answered'))
  expect(notices).not.toContain('canary')
})

test('a therapist refuses with a reason that the client reads, once, and a second answer changes nothing', async () => {
  const pair = await openPair()
  const { client, therapist, clientId } = pair
  const id = await ask(pair)
  const refuse = (reason: string) => therapist.api.recordRequest.refuse({ id, clientId, reason })
  expect(await codeOf(refuse(' '))).toBe('BAD_REQUEST')
  await Promise.all([refuse('You have had it.'), refuse('You have had it.')])
  expect(await codeOf(refuse('Another reason.'))).toBe('ENDED')
  expect(await codeOf(client.api.recordRequest.withdraw({ id }))).toBe('ENDED')
  expect((await holdersOf(client))[0]).toMatchObject({
    mayAsk: true,
    requests: [{ state: 'refused', answer: 'You have had it.' }],
  })
  expect(await noticesOf(client, 'copy-answered')).toHaveLength(1)
})

test('a request to a therapist whose account is closed is refused, and an open one ends @slow', async () => {
  const pair = await openPair()
  const { client, therapist, clientId } = pair
  await ask(pair)
  await therapist.api.login.deleteAccount({ password: therapist.password })
  expect(await holdersOf(client)).toMatchObject([{ isClosed: true, mayAsk: false, requests: [{ state: 'closed' }] }])
  expect(await codeOf(client.api.recordRequest.ask({ id: randomUUID(), clientId }))).toBe('CLOSED')
})

test('a request to a therapist whose account is disabled is refused, and an open one stays', async () => {
  const pair = await openPair()
  const { client, therapist, clientId } = pair
  const admin = await app.person('admin')
  await ask(pair)
  await admin.api.administration.setAccountDisabled({ accountId: therapist.accountId, disabled: true })
  expect(await holdersOf(client)).toMatchObject([{ isClosed: true, mayAsk: false, requests: [{ state: 'open' }] }])
  expect(await codeOf(client.api.recordRequest.ask({ id: randomUUID(), clientId }))).toBe('CLOSED')
})

test('a client who is disconnected can still ask, and a request stays answerable @slow', async () => {
  const pair = await openPair()
  const { client, therapist, clientId } = pair
  const id = await ask(pair)
  await client.api.connection.disconnect({ clientId, command: randomUUID() })
  const answer = { id, clientId, documentId: randomUUID(), fileId: await uploadPdf(therapist) }
  await therapist.api.recordRequest.share(answer)
  expect(await codeOf(client.api.file.address({ id: answer.fileId, variant: 'whole' }))).toBe(null)
  await ask(pair)
  expect((await requestsOf(pair)).map(({ state }) => state)).toEqual(['open', 'answered'])
})

test('a request stays open when the client deletes the account, and is answered without the account @slow', async () => {
  const pair = await openPair()
  const { client, therapist, clientId } = pair
  const id = await ask(pair)
  await client.api.login.deleteAccount({ password: client.password })
  const { isReachable, items } = await therapist.api.recordRequest.ofClient({ clientId })
  expect([isReachable, items[0]?.state]).toEqual([false, 'open'])
  const share = { id, clientId, documentId: randomUUID(), fileId: await uploadPdf(therapist) }
  expect(await codeOf(therapist.api.recordRequest.share(share))).toBe('NO_ACCOUNT')
  await therapist.api.recordRequest.answer({ id, clientId, how: 'By post' })
  expect(await requestsOf(pair)).toMatchObject([{ state: 'answered' }])
  const { rows } = await app.privileged.definer.query('select account_id from app.record_request where id = $1', [id])
  expect(rows).toEqual([{ account_id: null }])
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'the due day is that of a therapist in %s @slow',
  async (zone) => {
    const pair = await openPair()
    await pair.therapist.api.account.saveSettings({ zone })
    await ask(pair)
    expect(await requestsOf(pair)).toMatchObject([{ dueOn: monthAfter(dayIn(zone)) }])
  },
)

test('a record with a request is not merged away', async () => {
  const pair = await openPair()
  const into = await addPayingClient(app, pair.therapist, 'Stays')
  const id = await ask(pair)
  await pair.client.api.recordRequest.withdraw({ id })
  await app.privileged.definer.query('update app.client set account_id = null where id = $1', [pair.clientId])
  const merge = pair.therapist.api.client.merge({ id: pair.clientId, into, command: randomUUID() })
  expect(await codeOf(merge)).toBe('NOT_EMPTY')
})

test('the longest answer has the length of its column', async () => {
  expect((await maxColumnLengths(app)).get('record_request.answer')).toBe(recordAnswerLength)
})
