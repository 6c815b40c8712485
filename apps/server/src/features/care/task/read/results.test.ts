import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import {
  advanceDays,
  advanceToNoon,
  assignTask,
  commandOn,
  dayInTaskTests,
  startAndComplete,
  taskTestZone,
} from '../task.testing.ts'

const app = await startSharedApp({ worker: false })
advanceToNoon(app)
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const phq9Answer = (answers: number[]) => ({
  kind: 'questionnaire' as const,
  name: 'phq-9' as const,
  answers,
  language: 'en' as const,
})

/**
 * Assigns a PHQ-9 questionnaire and submits the answers as the client. Returns the id of the task and the text of the
 * server’s response.
 */
async function submitPhq9(answers: number[], form: { showResult?: boolean } = {}) {
  const { id } = await assignTask(therapist, record, { form: { kind: 'questionnaire', name: 'phq-9', ...form } })
  await client.api.task.start(commandOn(id))
  const answer = await client.send('task/complete', { ...commandOn(id), answer: phq9Answer(answers) })
  return { id, received: await answer.text() }
}

test('no response to a client contains the score of a questionnaire, unless the therapist chose to show it when assigning the task @slow', async () => {
  const hidden = await submitPhq9([1, 1, 1, 1, 1, 1, 1, 1, 0])
  expect(hidden.received).toContain('completed')
  expect(hidden.received).not.toContain('score')
  expect((await client.api.task.get({ id: hidden.id })).answer).toMatchObject({ score: null })
  expect((await client.api.task.progress({ clientId: record })).scores).toEqual([])
  expect(await (await client.send('task/list', { part: 'ended' })).text()).not.toContain('score')
  const shown = await submitPhq9([2, 1, 1, 1, 1, 1, 1, 1, 0], { showResult: true })
  expect((await client.api.task.get({ id: shown.id })).answer).toMatchObject({ score: 9 })
  expect((await client.api.task.progress({ clientId: record })).scores).toMatchObject([{ name: 'phq-9', score: 9 }])
  expect((await therapist.api.task.get({ id: hidden.id })).answer).toMatchObject({ score: 8 })
})

test('the therapist’s list shows the score of a submitted questionnaire, not of one that was taken back', async () => {
  const { id } = await submitPhq9([1, 1, 1, 1, 1, 1, 1, 1, 0])
  const listed = async (viewer: Person) =>
    (await viewer.api.task.list({ clientId: record })).items.find((task) => task.id === id)?.result
  expect(await listed(therapist)).toEqual({ name: 'phq-9', score: 8 })
  expect(await listed(client)).toBeNull()
  await client.api.task.undo(commandOn(id))
  expect(await listed(therapist)).toBeNull()
  await therapist.api.task.withdraw(commandOn(id))
})

test('the therapist sees the highest answer to the ninth item until it is acknowledged, even after a lower answer was submitted', async () => {
  const { id } = await submitPhq9([0, 0, 0, 0, 0, 0, 0, 0, 2])
  await client.api.task.undo(commandOn(id))
  const lower = phq9Answer([0, 0, 0, 0, 0, 0, 0, 0, 0])
  await client.api.task.saveDraft({ id, answer: lower, version: 0 })
  await client.api.task.complete({ ...commandOn(id), answer: lower })
  expect((await therapist.api.task.get({ id })).flaggedPoints).toBe(2)
  expect((await client.api.task.get({ id })).flaggedPoints).toBeNull()
  await therapist.api.task.acknowledge({ id })
  expect((await therapist.api.task.get({ id })).flaggedPoints).toBeNull()
})

test('a client sees their own progress: done of due, completed this month, check-ins, and only the scores that are shown @slow', async () => {
  const person = await app.person('client', 2)
  const [own, elsewhere] = [await connectClient(app, therapist, person), await app.person('therapist', 2)]
  const other = await connectClient(app, elsewhere, person)
  await person.api.account.saveSettings({ zone: taskTestZone })
  const nothing = { due: 0, completed: 0, completedThisMonth: 0, checkIns: [], scores: [], measures: [] }
  expect(await person.api.task.ownProgress({})).toEqual(nothing)
  const today = dayInTaskTests(app)
  const done = await assignTask(therapist, own, { dueDay: today })
  await startAndComplete(person, done.id)
  const inTime = await assignTask(elsewhere, other, { dueDay: today })
  await startAndComplete(person, inTime.id)
  // Assigns a task that is due today and stays open, a task without a due day, and a task that the client declines.
  await assignTask(therapist, own, { dueDay: today })
  await startAndComplete(person, (await assignTask(therapist, own)).id)
  const declined = await assignTask(therapist, own, { dueDay: today })
  await person.api.task.decline({ ...commandOn(declined.id), reason: 'I have no time for it this week.' })
  const checkIn = await assignTask(therapist, own, {
    title: 'Energy',
    form: { kind: 'check-in', question: 'How much energy do you have?', low: 'None', high: 'Plenty' },
  })
  await person.api.task.start(commandOn(checkIn.id))
  await person.api.task.complete({ ...commandOn(checkIn.id), answer: { kind: 'check-in', value: 6, note: '' } })
  for (const showResult of [false, true]) {
    const { id } = await assignTask(therapist, own, { form: { kind: 'questionnaire', name: 'phq-9', showResult } })
    await person.api.task.start(commandOn(id))
    const answers = showResult ? [2, 1, 1, 1, 1, 1, 1, 1, 0] : [3, 3, 3, 3, 3, 3, 3, 3, 0]
    await person.api.task.complete({ ...commandOn(id), answer: phq9Answer(answers) })
  }
  expect(await person.api.task.ownProgress({})).toMatchObject({
    due: 2,
    completed: 2,
    completedThisMonth: 6,
    checkIns: [{ title: 'Energy', value: 6 }],
    scores: [{ name: 'phq-9', score: 9 }],
  })
  await person.api.task.undo(commandOn(inTime.id))
  await person.api.task.undo(commandOn(checkIn.id))
  expect(await person.api.task.ownProgress({})).toMatchObject({
    due: 1,
    completed: 1,
    completedThisMonth: 4,
    checkIns: [],
  })
  expect(await client.api.task.ownProgress({})).toMatchObject({ due: 0, checkIns: [] })
  expect((await therapist.send('task/ownProgress', {})).status).toBe(403)
})

test('the progress of a client counts a task as missed only after its due day, and not if it was completed late', async () => {
  const person = await app.person('client', 3)
  const own = await connectClient(app, therapist, person)
  await person.api.account.saveSettings({ zone: taskTestZone })
  let viewer = therapist
  const missed = async () => {
    const { weeks } = await viewer.api.task.progress({ clientId: own, weeks: 4 })
    return weeks.reduce((sum, week) => sum + week.missed, 0)
  }
  const dueDay = dayInTaskTests(app)
  await assignTask(therapist, own, { dueDay })
  const late = await assignTask(therapist, own, { dueDay })
  const declined = await assignTask(therapist, own, { dueDay })
  await person.api.task.decline({ ...commandOn(declined.id), reason: 'I have no time for it this week.' })
  expect(await missed()).toBe(0)
  advanceDays(app, 1)
  viewer = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
  expect(await missed()).toBe(2)
  await startAndComplete(person, late.id)
  expect(await missed()).toBe(1)
})
