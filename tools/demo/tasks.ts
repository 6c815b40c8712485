import { richTextFromPlain } from '@attune/contract/common/rich-text'
import { instantOf, shiftDay } from '@attune/contract/common/time'
import type { NewTask } from '@attune/contract/features/task.fields'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../apps/server/src/platform/database/actor.ts'
import type { ApiClient } from '../../apps/server/src/testing/browser.ts'
import { insertPastTasks } from './tasks.past.ts'
import { demoZone } from './sessions.ts'

type Client = { id: string; api: ApiClient }
type TaskFields = Partial<NewTask> & { title: string }

const act = (id: string) => ({ id, command: randomUUID() })
const plain = (note: string) => ({ kind: 'plain', note }) as const

/** Creates tasks in all states, templates, and ten weeks of past tasks for the first client. */
export async function createDemoTasks(
  db: Db,
  therapist: ApiClient,
  therapistId: string,
  clients: Client[],
  today: string,
) {
  const [first, second, third, fourth, fifth, sixth] = clients
  if (!first || !second || !third || !fourth || !fifth || !sixth) return
  await insertPastTasks(db, therapistId, first.id, today)
  const assign = async (client: Client, fields: TaskFields) => {
    const { items } = await therapist.task.assign({
      id: randomUUID(),
      clientIds: [client.id],
      description: richTextFromPlain(''),
      priority: 'medium',
      form: { kind: 'plain' },
      dueDay: null,
      delivery: { how: 'now' },
      ...fields,
    })
    return items[0]?.id ?? ''
  }
  const day = (later: number) => shiftDay(today, later)

  await assign(first, {
    title: 'Breathing, 4 minutes before bed',
    description: richTextFromPlain('Four counts in, six counts out. Put the phone into another room before you begin.'),
    dueDay: today,
    repeat: { every: 'daily', count: 14 },
  })
  const letter = await assign(first, {
    title: 'Letter to my sister',
    description: richTextFromPlain('Write it as if no one would ever read it. You decide later what to do with it.'),
    priority: 'high',
    dueDay: day(-2),
  })
  const half = 'Dear Irene, I have begun this letter three times.'
  await first.api.task.saveDraft({ id: letter, answer: plain(half), version: 0 })
  const walk = await assign(first, { title: 'A walk, 20 minutes', dueDay: day(-1), priority: 'low' })
  await first.api.task.start(act(walk))
  await first.api.task.complete({ ...act(walk), answer: plain('Along the canal, and back through the park.') })
  const diary = await assign(first, {
    title: 'Sleep diary, mornings',
    form: { kind: 'check-in', question: 'How rested are you this morning?', low: 'not at all', high: 'fully' },
    dueDay: day(3),
  })
  await first.api.task.comment({ id: randomUUID(), taskId: diary, text: 'Do naps count too?' })
  await therapist.task.comment({ id: randomUUID(), taskId: diary, text: 'Only the night, please.' })
  await assign(first, {
    title: 'A thought that came back',
    description: richTextFromPlain('Choose one evening of this week.'),
    form: { kind: 'thought-record' },
    delivery: { how: 'after', taskId: diary },
  })

  const names = {
    title: 'Write down three names',
    description: richTextFromPlain('People you could call at eight in the evening.'),
  }
  await assign(second, { ...names, dueDay: day(1) })
  await assign(third, {
    title: 'Values card sort',
    form: {
      kind: 'checklist',
      items: ['Sort the cards', 'Keep ten', 'Keep five', 'Take a photo'].map((text) => ({ id: randomUUID(), text })),
    },
    dueDay: day(4),
  })
  const call = await assign(fourth, { title: 'Exposure: one phone call', dueDay: day(-1), priority: 'high' })
  await fourth.api.task.start(act(call))
  const sheet = await assign(fifth, { title: 'Group exercise sheet', dueDay: day(2) })
  await fifth.api.task.decline({ ...act(sheet), reason: 'I would rather talk about it first.' })
  await assign(sixth, {
    title: 'How the last two weeks were',
    form: { kind: 'questionnaire', name: 'phq-9' },
    dueDay: day(5),
    delivery: { how: 'at', at: instantOf(day(4), '08:00', demoZone) },
  })

  for (const template of templates)
    await therapist.task.saveTemplate({ id: randomUUID(), priority: 'medium', ...template })
}

const templates = [
  {
    title: 'Breathing, 4 minutes before bed',
    description: richTextFromPlain('Four counts in, six counts out.'),
    form: { kind: 'plain' },
  },
  {
    title: 'Evening check-in',
    description: richTextFromPlain('One number before you go to bed. A word if you like.'),
    form: { kind: 'check-in', question: 'How was today?', low: 'hard', high: 'light' },
  },
  {
    title: 'Thought record',
    description: richTextFromPlain('One situation of this week.'),
    form: { kind: 'thought-record' },
  },
] satisfies Pick<NewTask, 'title' | 'description' | 'form'>[]
