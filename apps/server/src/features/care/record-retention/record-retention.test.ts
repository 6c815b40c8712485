import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import {
  holdReasonLength,
  holdUntil,
  yearsAfter,
} from '@attune/contract/features/care/record-retention/record-retention.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { maxColumnLengths } from '../../../testing/database/column-lengths.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { createSharedEntry } from '../../../testing/records/journal.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { putPdf } from '../file/file.fixtures.testing.ts'

const app = await startSharedApp({ worker: false })

let people = 0
async function openPair() {
  const number = ++people
  const [therapist, client] = await Promise.all([app.person('therapist', number), app.person('client', number)])
  const clientId = await connectClient(app, therapist, client)
  return { therapist, client, clientId, zone: (await therapist.api.account.me({})).zone }
}
type Pair = Awaited<ReturnType<typeof openPair>>

const reason = 'The court asked for the record.'
async function placeHold({ therapist, clientId }: Pick<Pair, 'therapist' | 'clientId'>): Promise<string> {
  const id = randomUUID()
  await therapist.api.recordRetention.placeHold({ id, clientId, reason })
  return id
}
async function addDocument({ therapist, clientId }: Pair): Promise<string> {
  const [id, fileId] = [randomUUID(), randomUUID()]
  await putPdf(app, therapist, fileId)
  await therapist.api.document.add({ id, clientId, fileId, isShared: false })
  return id
}
async function addObjective({ therapist, clientId }: Pair): Promise<string> {
  const objective = {
    id: randomUUID(),
    text: 'Sleep',
    measure: '',
    target: '',
    targetOn: null,
    state: 'open' as const,
  }
  const goals = [{ id: randomUUID(), text: 'Rest', objectives: [objective] }]
  await therapist.api.treatmentPlan.save({
    id: randomUUID(),
    clientId,
    version: 0,
    goals,
    interventions: [],
    reviewOn: null,
  })
  return objective.id
}
const retentionOf = ({ therapist, clientId }: Pick<Pair, 'therapist' | 'clientId'>) =>
  therapist.api.recordRetention.ofClient({ clientId })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
const historyOf = async ({ therapist, clientId }: Pair) =>
  (await therapist.api.client.timeline({ id: clientId })).items
    .filter(({ kind }) => kind.startsWith('hold-'))
    .map(({ kind, by }) => `${by} ${kind}`)
const auditOf = async (id: string) => {
  const { rows } = await app.privileged.definer.query<{ action: string; role: string }>(
    `select action, actor_role as role from app.audit where thing = 'record-hold' and thing_id = $1 order by id`,
    [id],
  )
  return rows.map(({ action, role }) => `${role} ${action}`)
}

test('a hold lasts a year, with its reason, and appears in the history and the audit log @slow', async () => {
  const pair = await openPair()
  const id = await placeHold(pair)
  const untilOn = holdUntil(todayIn(pair.zone, app.clock.now()))
  expect((await retentionOf(pair)).hold).toMatchObject({ id, reason, untilOn, endedAt: null, ending: null })
  expect(await historyOf(pair)).toEqual(['therapist hold-placed'])
  expect(await auditOf(id)).toEqual(['therapist place'])
})

test('a double click places one hold, and another one while it lasts is refused', async () => {
  const pair = await openPair()
  const { therapist, clientId } = pair
  const hold = { id: randomUUID(), clientId, reason }
  await Promise.all([1, 2].map(() => therapist.api.recordRetention.placeHold(hold)))
  const calls = [
    therapist.api.recordRetention.placeHold({ ...hold, id: randomUUID() }),
    therapist.api.recordRetention.placeHold({ ...hold, reason: 'Another reason' }),
  ]
  expect(await Promise.all(calls.map(codeOf))).toEqual(['ALREADY_HELD', 'CONFLICT'])
  expect(await historyOf(pair)).toEqual(['therapist hold-placed'])
})

test('a hold is ended once, stays with its reason, and another one can follow', async () => {
  const pair = await openPair()
  const { therapist, clientId } = pair
  const id = await placeHold(pair)
  await Promise.all([1, 2].map(() => therapist.api.recordRetention.endHold({ id, clientId })))
  expect(await codeOf(therapist.api.recordRetention.renewHold({ id, clientId }))).toBe('ENDED')
  expect(await retentionOf(pair)).toMatchObject({ hold: null, earlier: [{ id, reason, ending: 'ended' }] })
  const next = await placeHold(pair)
  expect(await retentionOf(pair)).toMatchObject({ hold: { id: next }, earlier: [{ id }] })
  expect(await historyOf(pair)).toEqual(['therapist hold-placed', 'therapist hold-ended', 'therapist hold-placed'])
  expect(new Set(await auditOf(id))).toEqual(new Set(['therapist place', 'therapist end']))
})

test('the hold of another therapist is refused like one that does not exist', async () => {
  const [mine, theirs] = [await openPair(), await openPair()]
  const id = await placeHold(theirs)
  const { recordRetention } = mine.therapist.api
  const calls = [
    recordRetention.ofClient({ clientId: theirs.clientId }),
    recordRetention.placeHold({ id: randomUUID(), clientId: theirs.clientId, reason }),
    recordRetention.placeHold({ id: randomUUID(), clientId: randomUUID(), reason }),
    recordRetention.renewHold({ id, clientId: theirs.clientId }),
    recordRetention.endHold({ id, clientId: mine.clientId }),
    recordRetention.endHold({ id: randomUUID(), clientId: mine.clientId }),
  ]
  expect(new Set(await Promise.all(calls.map(codeOf)))).toEqual(new Set(['NOT_FOUND']))
  expect((await retentionOf(theirs)).hold).toMatchObject({ id, ending: null })
})

test('a client does not learn of a hold', async () => {
  const pair = await openPair()
  await placeHold(pair)
  const asClient = app.db.asActor({ role: 'client', id: pair.client.accountId }, (tx) =>
    tx.run('select id from app.record_hold', []),
  )
  expect(await codeOf(asClient)).toBe('42501')
  expect(await codeOf(pair.client.api.recordRetention.ofClient({ clientId: pair.clientId }))).toBe('FORBIDDEN')
  const { items } = await pair.client.api.notification.list({})
  expect(items.filter(({ kind }) => kind.startsWith('hold-'))).toEqual([])
})

test('a document of a record with a hold is not deleted, and can be after it', async () => {
  const pair = await openPair()
  const { therapist, clientId } = pair
  const of = { id: await addDocument(pair), clientId }
  const hold = await placeHold(pair)
  expect(await codeOf(therapist.api.document.remove(of))).toBe('HELD')
  await therapist.api.recordRetention.endHold({ id: hold, clientId })
  await therapist.api.document.remove(of)
})

test('diagnoses, custody notes, progress and comments are not deleted while the record has a hold @slow', async () => {
  const pair = await openPair()
  const { therapist, client, clientId } = pair
  const { treatmentPlan, guardian, journal } = therapist.api
  const [diagnosis, custody, progress, comment] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const code = { system: 'icd-10', code: 'f41.1', text: 'Anxiety', from: '2026-01-05', until: null } as const
  await treatmentPlan.saveDiagnosis({ id: diagnosis, clientId, version: 0, ...code })
  const note = { noted: '2026-01-05', text: 'Both parents decide.' }
  await guardian.saveCustodyNote({
    id: custody,
    clientId,
    version: 0,
    notedOn: note.noted,
    text: note.text,
    fileId: null,
  })
  const objectiveId = await addObjective(pair)
  await treatmentPlan.addProgress({
    id: progress,
    clientId,
    objectiveId,
    notedOn: '2026-01-05',
    percent: 40,
    comment: '',
  })
  const entryId = await createSharedEntry(client, therapist)
  await journal.addComment({ id: comment, entryId, text: 'To come back to.' })
  const deletions = () =>
    Promise.all(
      [
        treatmentPlan.removeDiagnosis({ id: diagnosis, clientId }),
        guardian.removeCustodyNote({ id: custody, clientId }),
        treatmentPlan.removeProgress({ id: progress, clientId }),
        journal.deleteComment({ id: comment }),
      ].map(codeOf),
    )
  const hold = await placeHold(pair)
  expect(await deletions()).toEqual(['HELD', 'HELD', 'HELD', 'HELD'])
  await therapist.api.recordRetention.endHold({ id: hold, clientId })
  expect(await deletions()).toEqual([null, null, null, null])
})

test('a document that was deleted before stays while the record has a hold, and goes after it', async () => {
  const pair = await openPair()
  const { therapist, clientId } = pair
  const id = await addDocument(pair)
  await therapist.api.document.remove({ id, clientId })
  const hold = await placeHold(pair)
  const purge = async () => {
    const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
      tx.run<{ id: string }>('select def.purge_documents($1) as id', [new Date(Date.now() + 40 * 86_400_000)]),
    )
    return rows.map((row) => row.id)
  }
  expect(await purge()).not.toContain(id)
  await therapist.api.recordRetention.endHold({ id: hold, clientId })
  expect(await purge()).toContain(id)
})

test('an empty record with a hold is not merged away', async () => {
  const { therapist } = await openPair()
  const [id, into] = [randomUUID(), randomUUID()]
  for (const each of [id, into]) await therapist.api.client.add({ ...minimalClient, id: each, invite: false })
  await placeHold({ therapist, clientId: id })
  expect(await codeOf(therapist.api.client.merge({ id, into, command: randomUUID() }))).toBe('NOT_EMPTY')
})

test('a hold lasts when the client deletes the account, which it does not prevent @slow', async () => {
  const pair = await openPair()
  const id = await placeHold(pair)
  await pair.client.api.login.deleteAccount({ password: pair.client.password })
  expect((await retentionOf(pair)).hold).toMatchObject({ id, ending: null })
})

test('a record without a session is kept from the day on which it was added', async () => {
  const pair = await openPair()
  const { keptUntil, from, years } = await retentionOf(pair)
  expect({ keptUntil, from }).toEqual({
    keptUntil: shiftDay(yearsAfter(todayIn(pair.zone, app.clock.now()), years), -1),
    from: 'record',
  })
})

test('a session moves the end of the retention, and a cancelled one does not', async () => {
  const pair = await openPair()
  const startsAt = new Date(app.clock.now().getTime() + 40 * 86_400_000)
  const sessionId = await scheduleSessionAt(pair.therapist, pair.clientId, startsAt)
  const { keptUntil, from, years } = await retentionOf(pair)
  expect({ keptUntil, from }).toEqual({
    keptUntil: shiftDay(yearsAfter(todayIn(pair.zone, startsAt), years), -1),
    from: 'session',
  })
  await app.privileged.definer.query(`update app.session set status = 'cancelled' where id = $1`, [sessionId])
  expect((await retentionOf(pair)).from).toBe('record')
})

test('the length of a reason is the same in contract and database', async () => {
  expect((await maxColumnLengths(app)).get('record_hold.reason')).toBe(holdReasonLength)
})
