import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { randomUUID } from 'node:crypto'
import type { DemoCalendar } from './calendar.ts'
import type { CastMember } from './cast.ts'
import type { DemoSession } from './plan.ts'
import type { JournalText, PersonTexts, TaskText } from './texts.ts'
import { act, type DemoEvent, minutesAfter, memberOf, therapistOf, type World } from './world.ts'

/** The data of a client from which the client's events are generated. */
export type Life = {
  key: string
  member: CastMember
  texts: PersonTexts
  sessions: DemoSession[]
  calendar: DemoCalendar
}
type By = DemoEvent['by']

export const event = ({ member: { therapist } }: Life, by: By, at: Date, run: DemoEvent['run']): DemoEvent => ({
  at,
  by,
  therapist,
  run,
})
export const on = ({ calendar }: Life, ago: number, time: string) => calendar.at(calendar.workdayAgo(ago), time)
/** The end of an ended therapy in working days before today; 0 for a current one. */
const endOf = ({ member }: Life) => (member.endedWeeksAgo ?? 0) * 5

export function journalEvents(life: Life): DemoEvent[] {
  const { texts, key, member } = life
  return texts.journal.flatMap((entry, place): DemoEvent[] => {
    const ago = 1 + endOf(life) + (texts.journal.length - 1 - place) * 6
    const at = on(life, ago, `${19 + (place % 3)}:${10 + place * 7}`)
    const [, , , reply, comment] = entry
    const isRead = reply !== '' || comment !== ''
    const isShared = isRead || member.unread?.includes(place)
    const id = randomUUID()
    const written = event(life, 'client', at, (world) => writeEntry(world, key, id, entry, at, isShared ?? false))
    if (!isRead) return [written]
    return [
      written,
      event(life, 'practice', on(life, ago - 1, `8:${20 + place}`), (world) => answerEntry(world, key, id, entry)),
    ]
  })
}

async function writeEntry(world: World, key: string, id: string, entry: JournalText, at: Date, isShared: boolean) {
  const { api, member, texts } = memberOf(world, key)
  const [title, text, tags] = entry
  const mood = member.moods?.[texts.journal.indexOf(entry)] ?? 4
  const facts = { id, version: 0, title, mood, tags, writtenAt: at.toISOString(), files: [] }
  await api.journal.save({ ...facts, content: richTextFromPlain(text) })
  const { id: therapistId } = therapistOf(world, member.therapist)
  if (isShared) await api.journal.share({ id, therapistIds: [therapistId], command: randomUUID() })
}

async function answerEntry(world: World, key: string, entryId: string, [, , , reply, comment]: JournalText) {
  const { api } = therapistOf(world, memberOf(world, key).member.therapist)
  await api.journal.read({ id: entryId })
  if (reply) await api.journal.reply({ id: randomUUID(), entryId, text: reply })
  if (comment) await api.journal.addComment({ id: randomUUID(), entryId, text: comment })
}

/** Returns the events of a client's tasks: one task after each of the latest sessions; those with an answer are completed some days later. */
export function taskEvents(life: Life): DemoEvent[] {
  const { texts, key } = life
  const noted = life.sessions
    .filter(({ state }) => state === 'completed')
    .filter(({ endsAt }) => endsAt < on(life, 0, '0:00'))
  return texts.tasks.flatMap((task, place): DemoEvent[] => {
    const after = noted.at(place - texts.tasks.length)
    if (!after) return []
    const ids: string[] = []
    const assigned = event(life, 'practice', minutesAfter(after.endsAt, 5), async (world) => {
      ids.push(await assignTask(world, key, task, after.endsAt))
    })
    if (place === 0) assigned.run = chain(assigned.run, (world) => commentTask(world, key, ids[0] ?? ''))
    const isDone =
      task[2].length > 0 && !(Array.isArray(task[2]) && task[2].length !== 5 && place === texts.tasks.length - 1)
    if (!isDone) return [assigned]
    const day = after.startsAt.getTime() + 2 * 86_400_000
    const doneOn = firstWorkday(life, new Date(day))
    return [assigned, event(life, 'client', doneOn, (world) => completeTask(world, key, ids[0] ?? '', task))]
  })
}

const chain = (first: DemoEvent['run'], second: DemoEvent['run']) => async (world: World) => {
  await first(world)
  await second(world)
}

/** Returns the time `time` on the first working day on or after the day of an instant, but at the latest on the last working day before today. */
export function firstWorkday({ calendar }: Life, from: Date, time = '20:25'): Date {
  let ago = 0
  while (calendar.at(calendar.workdayAgo(ago + 1), '0:00') >= new Date(from.getTime() - 86_400_000)) ago++
  return calendar.at(calendar.workdayAgo(Math.max(ago, 1)), time)
}

function formOf([, , answer]: TaskText): TaskForm {
  if (!Array.isArray(answer)) return { kind: 'plain' }
  if (answer.length === 5) return { kind: 'thought-record' }
  return { kind: 'checklist', items: answer.map((text) => ({ id: randomUUID(), text })) }
}

async function assignTask(world: World, key: string, task: TaskText, at: Date): Promise<string> {
  const { id, member } = memberOf(world, key)
  const due = new Date(at.getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
  const { items } = await therapistOf(world, member.therapist).api.task.assign({
    id: randomUUID(),
    clientIds: [id],
    title: task[0],
    description: richTextFromPlain(task[1]),
    priority: task[2] === '' ? 'high' : 'medium',
    form: formOf(task),
    dueDay: due,
    delivery: { how: 'now' },
  })
  return items[0]?.id ?? ''
}

async function commentTask(world: World, key: string, taskId: string): Promise<void> {
  const person = memberOf(world, key)
  const [question, answer] = person.texts.comments ?? []
  if (!question || !answer) return
  await person.api.task.comment({ id: randomUUID(), taskId, text: question })
  await therapistOf(world, person.member.therapist).api.task.comment({ id: randomUUID(), taskId, text: answer })
}

async function completeTask(world: World, key: string, id: string, [, , answer]: TaskText): Promise<void> {
  const { api } = memberOf(world, key)
  const { form } = await api.task.get({ id })
  await api.task.start(act(id))
  await api.task.complete({ ...act(id), answer: answerOf(form, answer) })
}

function answerOf(form: TaskForm, answer: string | string[]): TaskAnswer {
  if (form.kind === 'checklist') return { kind: 'checklist', done: form.items.map(({ id }) => id), note: '' }
  const [situation = '', thought = '', feeling = '', evidence = '', alternative = ''] = answer
  if (form.kind === 'thought-record')
    return { kind: 'thought-record', situation, thought, feeling, evidence, alternative }
  return { kind: 'plain', note: String(answer) }
}

/** Returns the messages of a conversation as events. An answer follows on the same day. Some conversations end with unread messages. */
export function messageEvents(life: Life): DemoEvent[] {
  const { texts, key, calendar } = life
  let [ago, time] = [1 + endOf(life), 18 * 60 + (texts.first.length % 6) * 7]
  return texts.messages.toReversed().flatMap((message, place, all): DemoEvent[] => {
    const seq = all.length - place
    const by = message.startsWith('T:') ? 'practice' : 'client'
    const sent = event(life, by, calendar.at(calendar.workdayAgo(ago), time), async (world) => {
      const person = memberOf(world, key)
      const { api } = by === 'client' ? person : therapistOf(world, person.member.therapist)
      if (seq > 1) await api.message.markRead({ id: person.id, upTo: seq - 1 })
      await api.message.send({ id: randomUUID(), conversationId: person.id, text: message.slice(2) })
    })
    const isRead = place === 0 && by === 'client' && !['panic', 'grief', 'depression'].includes(key)
    const read = event(life, 'practice', minutesAfter(sent.at, 20), (world) => {
      const person = memberOf(world, key)
      return therapistOf(world, person.member.therapist).api.message.markRead({ id: person.id, upTo: seq })
    })
    const [previous] = all.slice(place + 1)
    if (previous && previous[0] !== message[0] && time > 11 * 60) time -= 95
    else [ago, time] = [ago + 2, 17 * 60 + 5 * seq]
    return isRead ? [sent, read] : [sent]
  })
}

/**
 * Returns the events in which client and therapist mark all notifications as read on the last working day before today, and in which an ended
 * therapy is paused.
 */
export function readEvents(life: Life): DemoEvent[] {
  const { key, member, sessions } = life
  const at = on(life, 1, '17:55')
  const seen = [
    event(life, 'client', at, (world) => memberOf(world, key).api.notification.markAllRead({})),
    event(life, 'practice', at, (world) => therapistOf(world, member.therapist).api.notification.markAllRead({})),
  ]
  const last = sessions.at(-1)
  if (!member.endedWeeksAgo || !last) return seen
  const paused = event(life, 'practice', firstWorkday(life, minutesAfter(last.endsAt, 21 * 1440), '17:30'), (world) => {
    const { api } = therapistOf(world, member.therapist)
    return api.client.setStatus({ ...act(memberOf(world, key).id), status: 'inactive' })
  })
  return [...seen, paused]
}
