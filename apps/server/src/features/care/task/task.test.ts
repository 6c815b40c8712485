import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { answeredBefore } from './answer/complete.ts'
import {
  commandOn,
  assignTask,
  startAndComplete,
  emailTypesOf,
  advanceTo,
  plainAnswer,
  refusalOf,
  dayInTaskTests,
  notificationTypesOf,
  advanceToNoon,
} from './task.testing.ts'

const app = await startSharedApp({ worker: false })
advanceToNoon(app)
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

test('a task is assigned, started, saved as a draft that only its client reads, and completed [4.02] @slow', async () => {
  const { id, ...task } = await assignTask(therapist, record, { dueDay: dayInTaskTests(app), priority: 'high' })
  expect(task).toMatchObject({ status: 'assigned', overdue: false, kind: 'plain', priority: 'high', flag: 'none' })
  expect(task.may).toMatchObject({ edit: true, withdraw: true, start: false, complete: false })
  expect((await client.api.task.mine({})).today.map((one) => one.id)).toContain(id)
  const seen = await client.api.task.get({ id })
  expect(seen.task.may).toMatchObject({ start: true, decline: true, complete: false, edit: false, withdraw: false })
  expect(seen.task.therapist.name).toBe(`${therapist.firstName} ${therapist.lastName}`)

  const first = await client.api.task.saveDraft({ id, answer: plainAnswer('Ida'), version: 0 })
  expect(first.version).toBe(1)
  // The response was lost, so the client repeats the save. The repeat changes nothing.
  expect(await client.api.task.saveDraft({ id, answer: plainAnswer('Ida'), version: 0 })).toEqual(first)
  const { version } = await client.api.task.saveDraft({ id, answer: plainAnswer('Ida, Noor'), version: 1 })
  expect(
    await refusalOf(client.api.task.saveDraft({ id, answer: plainAnswer('elsewhere'), version: 1 })),
  ).toMatchObject({
    code: 'CHANGED',
    data: { answer: plainAnswer('Ida, Noor'), version },
  })
  expect((await client.api.task.get({ id })).draft).toMatchObject({ answer: plainAnswer('Ida, Noor'), version: 2 })
  const therapists = await therapist.api.task.get({ id })
  expect([therapists.draft, therapists.answer, therapists.task.status]).toEqual([null, null, 'in-progress'])

  const [mine] = (await client.api.task.list({ part: 'open' })).items.filter((task) => task.id === id)
  expect([mine?.hasDraft, therapists.task.hasDraft]).toEqual([true, false])
  // Completing a task with an answer that differs from the stored draft is refused, because the draft would be lost. A
  // task list that does not show the draft could send such an answer.
  for (const answer of [plainAnswer(), plainAnswer('Ida, Noor, Ana')])
    expect(await refusalOf(client.api.task.complete({ ...commandOn(id), answer }))).toMatchObject({
      code: 'CHANGED',
      data: { answer: plainAnswer('Ida, Noor'), version },
    })
  await client.api.task.saveDraft({ id, answer: plainAnswer('Ida, Noor, Ana'), version })

  const done = await client.api.task.complete({ ...commandOn(id), answer: plainAnswer('Ida, Noor, Ana') })
  expect(done).toMatchObject({ task: { status: 'completed' }, safety: false })
  const after = await therapist.api.task.get({ id })
  expect(after.answer).toMatchObject({ answer: plainAnswer('Ida, Noor, Ana') })
  expect(after.history.map(({ by, action }) => `${by} ${action}`)).toEqual([
    'therapist assign',
    'client start',
    'client complete',
  ])
  expect((await client.api.task.get({ id })).draft).toBeNull()
  expect(await notificationTypesOf(client)).toContain('task-assigned')
  expect(await notificationTypesOf(therapist)).toContain('task-handed-in')
  expect(await emailTypesOf(app, client)).toEqual(['task-assigned'])
})

test('only the first command completes a started task', async () => {
  const { id } = await assignTask(therapist, record)
  expect(await refusalOf(client.api.task.complete({ ...commandOn(id), answer: plainAnswer() }))).toEqual({
    code: 'ILLEGAL_TRANSITION',
    data: { status: 'assigned' },
  })
  await client.api.task.start(commandOn(id))
  const command = randomUUID()
  const told = (await notificationTypesOf(therapist)).length
  const both = await Promise.all(
    [1, 2].map(() => client.api.task.complete({ id, command, answer: plainAnswer('Yes') })),
  )
  expect(both.map(({ task }) => task.status)).toEqual(['completed', 'completed'])
  expect((await notificationTypesOf(therapist)).length).toBe(told + 1)
  expect(await refusalOf(client.api.task.complete({ ...commandOn(id), answer: plainAnswer('Again') }))).toEqual({
    code: 'ILLEGAL_TRANSITION',
    data: { status: 'completed' },
  })
  expect((await therapist.api.task.get({ id })).answer?.answer).toEqual(plainAnswer('Yes'))
  const { id: other } = await assignTask(therapist, record)
  expect(await refusalOf(client.api.task.start({ id: other, command }))).toMatchObject({ code: 'CONFLICT' })
})

test('an answer that was taken back becomes a draft, and the therapist cannot read it until it is submitted again', async () => {
  const { id } = await assignTask(therapist, record)
  await startAndComplete(client, id, 'Too early')
  expect((await client.api.task.undo(commandOn(id))).status).toBe('in-progress')
  const mine = await client.api.task.get({ id })
  expect([mine.answer, mine.draft]).toMatchObject([null, { answer: plainAnswer('Too early'), version: 0 }])
  expect((await therapist.api.task.get({ id })).answer).toBeNull()
  await client.api.task.complete({ ...commandOn(id), answer: plainAnswer('Now') })

  const reopened = await therapist.api.task.reopen({ ...commandOn(id), comment: 'One more, please.' })
  expect([reopened.status, reopened.comments]).toEqual(['in-progress', 1])
  expect((await client.api.task.get({ id })).comments).toMatchObject([{ by: 'therapist', text: 'One more, please.' }])
  expect((await client.api.task.get({ id })).draft?.answer).toEqual(plainAnswer('Now'))
  expect((await therapist.api.task.get({ id })).answer?.answer).toEqual(plainAnswer('Now'))
  expect(await notificationTypesOf(client)).toContain('task-reopened')
})

test('reopening two tasks with one command, or with the id of a comment, is refused with CONFLICT', async () => {
  const [{ id }, { id: other }] = [await assignTask(therapist, record), await assignTask(therapist, record)]
  for (const each of [id, other]) await startAndComplete(client, each, 'Done')
  const comment = await therapist.api.task.comment({ id: randomUUID(), taskId: id, text: 'Thank you.' })
  const reopen = (task: string, command: string) =>
    therapist.send('task/reopen', { id: task, command, comment: 'One more, please.' })
  expect((await reopen(other, comment.id)).status).toBe(409)
  const command = randomUUID()
  const answers = await Promise.all([reopen(id, command), reopen(other, command)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('declining a task requires a reason that is not blank, and the task can be reassigned for another day [5.05]', async () => {
  const { id } = await assignTask(therapist, record, { dueDay: dayInTaskTests(app, 1) })
  for (const reason of ['', '   ', ' a ']) {
    expect(await refusalOf(client.api.task.decline({ ...commandOn(id), reason }))).toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
  expect(await client.api.task.decline({ ...commandOn(id), reason: '  Not this week.  ' })).toMatchObject({
    status: 'denied',
    declineReason: 'Not this week.',
  })
  expect((await therapist.api.task.board({})).declined).toBe(1)
  const again = await therapist.api.task.reassign({ ...commandOn(id), dueDay: dayInTaskTests(app, 5) })
  expect(again).toMatchObject({ status: 'assigned', declineReason: '', dueDay: dayInTaskTests(app, 5) })
  expect((await therapist.api.task.get({ id })).history.at(-2)).toMatchObject({
    action: 'decline',
    reason: 'Not this week.',
  })
  expect(await notificationTypesOf(client)).toContain('task-reassigned')
  expect(await notificationTypesOf(therapist)).toContain('task-declined')
})

test('every kind of form can be completed only with a complete answer, and is scored by its rules', async () => {
  const item = randomUUID()
  const kinds = [
    {
      form: { kind: 'checklist', items: [{ id: item, text: 'Walk' }] },
      half: { kind: 'checklist', done: [], note: '' },
      whole: { kind: 'checklist', done: [item], note: '' },
      score: null,
    },
    {
      form: { kind: 'check-in', question: 'How was today?', low: 'hard', high: 'light' },
      half: { kind: 'check-in', value: null, note: 'x' },
      whole: { kind: 'check-in', value: 7, note: '' },
      score: null,
    },
    {
      form: { kind: 'questionnaire', name: 'gad-7' },
      half: { kind: 'questionnaire', name: 'gad-7', answers: [1], language: 'de' },
      whole: { kind: 'questionnaire', name: 'gad-7', answers: [1, 2, 3, 0, 1, 2, 3], language: 'de' },
      score: 12,
    },
  ] as const
  for (const { form, half, whole, score } of kinds) {
    const wanted = structuredClone({ form }) as Parameters<typeof assignTask>[2]
    const { id } = await assignTask(therapist, record, wanted)
    await client.api.task.start(commandOn(id))
    const answer = (of: unknown) => structuredClone(of) as Parameters<typeof client.api.task.complete>[0]['answer']
    expect(await refusalOf(client.api.task.complete({ ...commandOn(id), answer: plainAnswer() }))).toMatchObject({
      code: 'BAD_REQUEST',
    })
    expect(await refusalOf(client.api.task.complete({ ...commandOn(id), answer: answer(half) }))).toMatchObject({
      code: 'INCOMPLETE',
    })
    const done = await client.api.task.complete({ ...commandOn(id), answer: answer(whole) })
    expect(done).toMatchObject({ task: { status: 'completed' }, safety: false })
    expect((await therapist.api.task.get({ id })).answer?.score).toBe(score)
  }
  const { checkIns, scores, weeks } = await therapist.api.task.progress({ clientId: record, weeks: 4 })
  expect([checkIns.map(({ value }) => value), scores.map(({ score }) => score)]).toEqual([[7], [12]])
  expect(weeks.at(-1)?.completed).toBeGreaterThanOrEqual(3)
})

test('a positive ninth item of the PHQ-9 sets `safety` and flags the task for the therapist until acknowledged', async () => {
  const { id } = await assignTask(therapist, record, { form: { kind: 'questionnaire', name: 'phq-9' } })
  await client.api.task.start(commandOn(id))
  const answers = [0, 0, 0, 0, 0, 0, 0, 0, 1]
  const answer = { kind: 'questionnaire', name: 'phq-9', answers, language: 'en' } as const
  const done = await client.api.task.complete({ ...commandOn(id), answer: { ...answer, answers } })
  expect(done).toMatchObject({ safety: true, task: { flag: 'none' } })
  const told = await therapist.api.notification.list({})
  expect(told.items[0]).toMatchObject({ kind: 'task-flagged', relatedType: 'task', relatedId: id })
  expect(JSON.stringify(told.items[0])).not.toMatch(/phq|score|questionnaire/i)
  expect((await therapist.api.task.counts({})).flagged).toBe(1)
  expect((await client.api.task.counts({})).flagged).toBe(0)
  // A flagged answer that was withdrawn stays visible to the therapist.
  await client.api.task.undo(commandOn(id))
  const kept = await therapist.api.task.get({ id })
  expect([kept.task.flag, kept.answer?.score]).toEqual(['raised', 1])
  expect((await therapist.api.task.acknowledge({ id })).flag).toBe('acknowledged')
  expect((await therapist.api.task.acknowledge({ id })).flag).toBe('acknowledged')
  expect((await therapist.api.task.counts({})).flagged).toBe(0)
})

test('an answer that waited on the device has the time on the device beside the time at which it arrived', async () => {
  const { id } = await assignTask(therapist, record, { form: { kind: 'questionnaire', name: 'gad-7' } })
  const deliveredAt = app.clock.now()
  await client.api.task.start(commandOn(id))
  const answers = [1, 1, 1, 1, 1, 1, 1]
  const answer = { kind: 'questionnaire', name: 'gad-7', answers, language: 'en' } as const
  app.clock.advance(10 * 60_000)
  const answeredAt = new Date(deliveredAt.getTime() + 5 * 60_000).toISOString()
  await client.api.task.complete({ ...commandOn(id), answer: { ...answer, answers }, answeredAt })
  for (const { api } of [therapist, client]) {
    const given = (await api.task.get({ id })).answer
    expect(given?.answeredAt).toBe(answeredAt)
    expect(Date.parse(given?.handedInAt ?? '') - deliveredAt.getTime()).toBeGreaterThanOrEqual(10 * 60_000)
  }
  const { scores } = await therapist.api.task.progress({ clientId: record, weeks: 4 })
  expect(scores.at(-1)).toMatchObject({ at: answeredAt, score: 7 })
})

test('the time on a device counts from the delivery, and not if the answer arrived within a minute', () => {
  const now = new Date()
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const kept = (answeredAt: string | undefined, deliveredAt: string) =>
    answeredBefore(answeredAt, deliveredAt, now)?.toISOString() ?? null
  expect([kept(before(20), before(60)), kept(before(90), before(60))]).toEqual([before(20), before(60)])
  expect([kept(before(0.5), before(60)), kept(before(-30), before(60)), kept(undefined, before(60))]).toEqual([
    null,
    null,
    null,
  ])
})

test('an assigned task can be edited completely, a started one except for its form type', async () => {
  const { id, version } = await assignTask(therapist, record)
  const { description } = await client.api.task.get({ id })
  const facts = {
    title: 'Four names',
    description,
    priority: 'low',
    form: { kind: 'plain' },
    dueDay: null,
    files: [],
  } as const
  const edit = { id, version, ...structuredClone(facts), files: [], description }
  const changed = await therapist.api.task.edit({ ...edit, form: { kind: 'thought-record' } })
  expect(changed).toMatchObject({ title: 'Four names', kind: 'thought-record', version: version + 1 })
  expect(await refusalOf(therapist.api.task.edit(edit))).toMatchObject({
    code: 'CHANGED',
    data: { title: 'Four names' },
  })
  const begun = await client.api.task.start(commandOn(id))
  expect(await refusalOf(therapist.api.task.edit({ ...edit, version: begun.version }))).toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  })
  const kept = { ...edit, version: begun.version, title: 'Five', form: { kind: 'thought-record' } as const }
  expect((await therapist.api.task.edit(kept)).title).toBe('Five')
  await client.api.task.decline({ ...commandOn(id), reason: 'No time' })
  expect(await refusalOf(therapist.api.task.edit({ ...kept, version: begun.version + 2 }))).toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  })
})

test('both sides can comment, a repeated comment is stored once, and several comments in a short time send one email', async () => {
  const { id } = await assignTask(therapist, record)
  const first = { id: randomUUID(), taskId: id, text: 'Which names?' }
  await client.api.task.comment(first)
  expect(await client.api.task.comment(first)).toMatchObject({ by: 'client', text: 'Which names?' })
  expect(await refusalOf(client.api.task.comment({ ...first, text: 'Others' }))).toMatchObject({ code: 'CONFLICT' })
  await therapist.api.task.comment({ id: randomUUID(), taskId: id, text: 'Any.' })
  const { comments, task } = await client.api.task.get({ id })
  expect([comments.map(({ by }) => by), task.comments]).toEqual([['client', 'therapist'], 2])
  expect((await notificationTypesOf(therapist)).filter((kind) => kind === 'task-comment')).toHaveLength(1)
})

test('an answer cannot be taken back a day after it was submitted', async () => {
  const { id } = await assignTask(therapist, record)
  await startAndComplete(client, id)
  advanceTo(app, new Date(app.clock.now().getTime() + 24 * 3_600_000 + 60_000).toISOString())
  expect((await client.api.task.get({ id })).task.may.undo).toBe(false)
  expect(await refusalOf(client.api.task.undo(commandOn(id)))).toMatchObject({ code: 'ILLEGAL_TRANSITION' })
})

test('both sides read title, description, due day, priority, dates, people and decline reason of a task [3.02]', async () => {
  const [nora, ana] = [await app.person('therapist', 9), await app.person('client', 9)]
  const theirs = await connectClient(app, nora, ana)
  for (const priority of ['low', 'medium', 'high'] as const) {
    const dueDay = dayInTaskTests(app, 1)
    const { id } = await assignTask(nora, theirs, { dueDay, priority })
    await ana.api.task.decline({ ...commandOn(id), reason: 'Not this week.' })
    for (const person of [nora, ana]) {
      const { task, description } = await person.api.task.get({ id })
      expect(task).toMatchObject({
        title: 'Three names',
        status: 'denied',
        priority,
        dueDay,
        declineReason: 'Not this week.',
        client: { id: theirs, firstName: ana.firstName },
        therapist: { id: nora.accountId, name: `${nora.firstName} ${nora.lastName}` },
      })
      expect(Math.abs(Date.parse(task.assignedAt) - app.clock.now().getTime())).toBeLessThan(60_000)
      expect(description).toEqual(richTextFromPlain('Write down three names.'))
    }
  }
})
