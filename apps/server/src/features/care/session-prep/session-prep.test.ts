import { sampleMeasure, sumOf } from '@attune/contract/features/care/measure/measure.testing'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { confirmedForm, field, sampleContent, sendTo, signing } from '../form/form.testing.ts'
import { releasedMeasure } from '../measure/measure.testing.ts'
import { taskInput } from '../task/task.testing.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { newJournalEntry } from '../../../testing/records/journal.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertCompletedSession, insertJointSession } from '../../../testing/records/sessions.ts'
import { sendText } from '../../messages/message/message.testing.ts'
import { insertTask } from '../../../testing/records/tasks.ts'
import { sessionPrepItemLimit } from './session-prep.queries.ts'

let client: Person
let clientId: string
let people = 0
const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
beforeEach(async () => {
  client = await app.person('client', ++people)
  clientId = await connectClient(app, therapist, client)
})

const minute = 60_000
const day = 24 * 60 * minute
const ago = (milliseconds: number) => new Date(app.clock.now().getTime() - milliseconds)
/** Inserts a completed session that has just ended. */
const completeSession = async () => {
  app.clock.advance(minute)
  await insertCompletedSession(app, therapist, clientId, ago(50 * minute))
  app.clock.advance(minute)
}
const brief = (before?: string) => therapist.api.sessionPrep.get({ clientId, ...(before && { before }) })
const shareEntry = async (text: string) => {
  const entry = newJournalEntry(text, { title: `Title of ${text}` })
  await client.api.journal.save(entry)
  await client.api.journal.share({ id: entry.id, therapistIds: [therapist.accountId], command: randomUUID() })
  return entry.id
}
/** Assigns a task to the client and submits the client’s answer. */
async function submitTask(form: Parameters<typeof insertTask>[3] & object, answer: object) {
  const id = await insertTask(app, therapist, clientId, { text: 'How was it', status: 'in-progress', ...form })
  await client.api.task.complete({ id, command: randomUUID(), answer: answer as never })
  return id
}
const phq = (value: number) => ({ kind: 'questionnaire', name: 'phq-9', answers: Array(9).fill(value), language: 'en' })

test('without a completed session, session prep covers the last 30 days, and is empty if nothing was submitted', async () => {
  const prep = await brief()
  expect(prep).toMatchObject({
    client: { id: clientId, firstName: client.firstName },
    lastSession: null,
    tasks: { completed: [], declined: [], open: [] },
    checkIns: [],
    scores: [],
    measures: [],
    entries: [],
    unreadMessages: 0,
    forms: [],
    lastNote: null,
    nextSteps: '',
    objectives: '',
  })
  expect(Date.parse(prep.since)).toBeGreaterThan(ago(31 * day).getTime())
})

test('session prep covers the time since the last completed session: completed, declined and open tasks, shared entries, next steps', async () => {
  const before = await insertCompletedSession(app, therapist, clientId, ago(9 * day))
  const last = await insertCompletedSession(app, therapist, clientId, ago(2 * day))
  await therapist.api.note.saveText({ sessionId: before, kind: 'next-steps', text: 'Long ago.', version: 0 })
  await therapist.api.note.saveText({ sessionId: last, kind: 'next-steps', text: 'To sleep at eleven.', version: 0 })
  const done = await insertTask(app, therapist, clientId, { status: 'completed', text: 'Done' })
  const declined = await insertTask(app, therapist, clientId, { status: 'denied', text: 'Too much' })
  const open = await insertTask(app, therapist, clientId, { text: 'Open' })
  const entry = await shareEntry('a walk')
  const prep = await brief()
  expect(prep.lastSession).toMatchObject({ id: last })
  expect(prep.tasks.completed.map(({ id }) => id)).toEqual([done])
  expect(prep.tasks.declined).toMatchObject([{ id: declined, declineReason: 'Too much' }])
  expect(prep.tasks.open.map(({ id }) => id)).toEqual([open])
  expect(prep.entries).toMatchObject([{ id: entry, title: 'Title of a walk', isNew: true }])
  expect(prep.nextSteps).toBe('To sleep at eleven.')
})

test('session prep shows the part about this client of the last note before the session, and no other part @slow', async () => {
  const otherId = await connectClient(app, therapist, await app.person('client', ++people))
  const early = await insertCompletedSession(app, therapist, clientId, ago(9 * day))
  const joint = await insertJointSession(app, therapist, [clientId, otherId], ago(2 * day))
  const later = await insertCompletedSession(app, therapist, clientId, ago(day))
  const save = (sessionId: string, text: string, of?: string) =>
    therapist.api.note.save({ sessionId, clientId: of, text, version: 0 })
  await save(early, 'Long ago.')
  await save(joint, 'They argued.')
  await save(joint, 'He was loud.', otherId)
  expect((await brief()).lastNote).toMatchObject({ sessionId: early, lines: 'Long ago.' })
  await save(joint, 'She was calm.', clientId)
  await save(later, 'After it.')
  expect((await brief(later)).lastNote).toMatchObject({ sessionId: joint, lines: 'She was calm.', isSigned: false })
  expect((await brief()).lastNote).toMatchObject({ sessionId: later, lines: 'After it.' })
  expect((await brief(early)).lastNote).toBeNull()
})

test('session prep contains nothing read from before the last session, except open tasks', async () => {
  await insertTask(app, therapist, clientId, { status: 'completed', text: 'Done before' })
  const open = await insertTask(app, therapist, clientId, { text: 'Still open' })
  await therapist.api.journal.read({ id: await shareEntry('before') })
  await completeSession()
  const prep = await brief()
  expect([prep.tasks.completed, prep.entries]).toEqual([[], []])
  expect(prep.tasks.open.map(({ id }) => id)).toEqual([open])
})

test('an unread entry is in the session prep whatever its date, before those that were read', async () => {
  const unread = await shareEntry('unread')
  await completeSession()
  const read = await shareEntry('read')
  await therapist.api.journal.read({ id: read })
  expect((await brief()).entries).toMatchObject([
    { id: unread, isNew: true },
    { id: read, isNew: false },
  ])
})

test('a flagged answer from before the last session is in the session prep until the therapist has reviewed it', async () => {
  const flagged = await submitTask({ form: { kind: 'questionnaire', name: 'phq-9' } }, phq(2))
  await completeSession()
  expect((await brief()).tasks.completed).toMatchObject([{ id: flagged, flag: 'raised' }])
  await therapist.api.task.acknowledge({ id: flagged })
  expect((await brief()).tasks.completed).toEqual([])
})

test('an old flagged answer is in the session prep before any number of later completed tasks', async () => {
  const flagged = await submitTask({ form: { kind: 'questionnaire', name: 'phq-9' } }, phq(2))
  await completeSession()
  for (let n = 0; n <= sessionPrepItemLimit; n++)
    await insertTask(app, therapist, clientId, { status: 'completed', text: `Daily ${n}` })
  const { completed } = (await brief()).tasks
  expect(completed).toHaveLength(sessionPrepItemLimit)
  expect(completed.map(({ id }) => id)).toContain(flagged)
})

test('messages that the therapist has not read are counted whatever their date, those of other clients are not', async () => {
  await sendText(client, clientId, 'Long ago')
  await sendText(therapist, clientId, 'Own')
  await completeSession()
  await sendText(client, clientId, 'Today')
  const other = await app.person('client', 40 + people)
  await sendText(other, await connectClient(app, therapist, other), 'Another')
  expect((await brief()).unreadMessages).toBe(2)
  await therapist.api.message.markRead({ id: clientId, upTo: 3 })
  expect((await brief()).unreadMessages).toBe(0)
})

test('forms submitted since the last session are in the session prep, and one to review until it was reviewed @slow', async () => {
  const danger = field('choices', 'What have you noticed?', { options: ['None', 'Harm'], safetyOptions: ['Harm'] })
  const submit = async (title: string, chosen: string) => {
    const content = sampleContent({ title, isConsent: false, fields: [danger] })
    const id = await sendTo(therapist, clientId, await confirmedForm(therapist, content))
    await client.api.form.sign(signing(await client.api.form.open({ id }), { [danger.id]: [chosen] }))
    return id
  }
  const [flagged] = [await submit('Flagged', 'Harm'), await submit('Before', 'None')]
  await sendTo(therapist, clientId, await confirmedForm(therapist))
  await completeSession()
  const recent = await submit('Recent', 'None')
  expect((await brief()).forms).toMatchObject([
    { id: flagged, title: 'Flagged', needsReview: true },
    { id: recent, title: 'Recent', needsReview: false },
  ])
  await therapist.api.form.acknowledge({ clientId, id: flagged })
  expect((await brief()).forms).toMatchObject([{ id: recent }])
})

test('session prep lists check-in values in order, and each questionnaire score with the previous one', async () => {
  await submitTask({ form: { kind: 'questionnaire', name: 'phq-9' } }, phq(2))
  await completeSession()
  for (const value of [3, 6]) {
    await submitTask(
      { form: { kind: 'check-in', question: 'How calm', low: '', high: '' } },
      { kind: 'check-in', value, note: '' },
    )
    app.clock.advance(minute)
  }
  await submitTask({ form: { kind: 'questionnaire', name: 'phq-9' } }, phq(1))
  const prep = await brief()
  expect(prep.checkIns.map(({ value }) => value)).toEqual([3, 6])
  expect(prep.scores).toMatchObject([{ name: 'phq-9', score: 9, before: 18 }])
})

test('session prep lists the scores of own questionnaires with range and band, and the previous one only if it compares @slow', async () => {
  const content = (title: string) =>
    sampleMeasure({ title, scores: [sumOf(['1', '2'], { bands: [{ from: 0, text: { en: 'Low' } }] })] })
  const { id: measureId } = await releasedMeasure(therapist, content('Sleep'))
  const answerMeasure = async (points: string) => {
    const form = { kind: 'measure' as const, measureId }
    const { items } = await therapist.api.task.assign(taskInput([clientId], { form }))
    const id = items[0]?.id ?? ''
    await client.api.task.start({ id, command: randomUUID() })
    const answers = { '1': points, '2': '1' }
    const answer = { kind: 'measure' as const, measureId, answers, language: 'en' as const }
    await client.api.task.complete({ id, command: randomUUID(), answer })
    app.clock.advance(minute)
  }
  await answerMeasure('2')
  await completeSession()
  await answerMeasure('1')
  await therapist.api.measure.save({ id: measureId, revision: 1, content: content('Sleep 2') })
  await therapist.api.measure.release({ id: measureId, revision: 2, isComparable: false })
  await answerMeasure('3')
  const range = { from: 0, to: 6 }
  expect((await brief()).measures).toMatchObject([
    { title: 'Sleep', score: 2, before: 3, band: 'Low', range, isAlert: false },
    { title: 'Sleep 2', score: 4, before: null, band: 'Low', range },
  ])
})

test('for a given session, session prep covers the time before that session and contains its objectives', async () => {
  const first = await insertCompletedSession(app, therapist, clientId, ago(9 * day))
  const second = await insertCompletedSession(app, therapist, clientId, ago(2 * day))
  await therapist.api.note.saveText({ sessionId: first, kind: 'objectives', text: 'To begin.', version: 0 })
  await therapist.api.note.saveText({ sessionId: second, kind: 'objectives', text: 'To go on.', version: 0 })
  expect(await brief(second)).toMatchObject({ lastSession: { id: first }, objectives: 'To go on.' })
  expect(await brief(first)).toMatchObject({ lastSession: null, objectives: 'To begin.' })
  expect((await brief()).objectives).toBe('To go on.')
})

test('session prep contains no drafts, unshared or revoked entries, notes about the client, safety plans or other therapists’ tasks @slow', async () => {
  const marks = Array.from({ length: 8 }, (_, n) => `canary-${n}-${randomUUID()}`)
  const [draft, own, revoked, binned, note, plan, elsewhere, shown] = marks as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const task = await insertTask(app, therapist, clientId)
  await client.api.task.saveDraft({ id: task, answer: { kind: 'plain', note: draft }, version: 0 })
  await client.api.journal.save(newJournalEntry(own, { title: own, tags: [own.slice(0, 20)] }))
  const taken = await shareEntry(revoked)
  await client.api.journal.revoke({ id: taken, therapistId: therapist.accountId })
  const thrown = await shareEntry(binned)
  await client.api.journal.trash({ id: thrown })
  const { version } = await therapist.api.note.openClient({ clientId })
  await therapist.api.note.saveClient({ clientId, text: note, version })
  await client.api.safety.save({
    version: 0,
    warningSigns: [plan],
    whatHelps: [],
    people: [],
    professionals: [],
    country: null,
  })
  const other = await app.person('therapist', 2)
  const there = await connectClient(app, other, client)
  await insertTask(app, other, there, { status: 'completed', text: elsewhere })
  await shareEntry(shown)
  const prep = JSON.stringify(await brief())
  expect(prep).toContain(`Title of ${shown}`)
  // The session prep shows only the title of a shared entry.
  expect(prep.replaceAll(`Title of ${shown}`, '')).not.toContain('canary')
})

test('another therapist’s client and a session without that client are not found', async () => {
  const stranger = await app.person('therapist', 3)
  await expect(stranger.api.sessionPrep.get({ clientId })).rejects.toMatchObject({ status: 404 })
  const another = await connectClient(app, therapist, await app.person('client', 90 + people))
  const sessionId = await insertCompletedSession(app, therapist, another, ago(day))
  await expect(brief(sessionId)).rejects.toMatchObject({ status: 404 })
})

test('reading session prep adds an entry to the access log only if it is not empty', async () => {
  const lines = async () => (await client.api.access.mine({})).items.map(({ thing }) => thing)
  await brief()
  expect(await lines()).toEqual([])
  await shareEntry('seen')
  await brief()
  await brief()
  expect(await lines()).toEqual(['brief'])
})
