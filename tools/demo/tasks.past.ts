import { richTextFromPlain } from '@attune/contract/common/rich-text'
import { instantOf, shiftDay } from '@attune/contract/common/time'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/task.forms'
import { questionnaireScore } from '@attune/contract/features/task.scores'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../apps/server/src/platform/database/actor.ts'
import { demoZone } from './sessions.ts'

const weeks = 10
const checkIn: TaskForm = { kind: 'check-in', question: 'How was this week?', low: 'hard', high: 'light' }
const anxiety: TaskForm = { kind: 'questionnaire', name: 'gad-7' }
const [numbers, sums] = [
  [3, 4, 3, 5, 4, 6, 5, 6, 7, 6],
  [15, 13, 12, 9, 8],
]

type Past = { title: string; form: TaskForm; day: string; answer: TaskAnswer | null }

/**
 * Inserts tasks of the past ten weeks: a check-in every week and a questionnaire every other week. One check-in is
 * declined.
 */
export async function insertPastTasks(db: Db, therapistId: string, clientId: string, today: string): Promise<void> {
  const past = Array.from({ length: weeks }, (_, week): Past[] => {
    const day = shiftDay(today, (week - weeks) * 7)
    const value = numbers[week] ?? 5
    const weekly: Past = {
      title: 'Weekly check-in',
      form: checkIn,
      day,
      answer: week === 4 ? null : { kind: 'check-in', value, note: '' },
    }
    if (week % 2) return [weekly]
    const answers = Array.from({ length: 7 }, (_, item) => itemScore(sums[week / 2] ?? 7, item))
    return [
      weekly,
      { title: 'GAD-7', form: anxiety, day, answer: { kind: 'questionnaire', name: 'gad-7', answers, language: 'en' } },
    ]
  }).flat()
  const rows = past.map((row) => ({ ...row, id: randomUUID(), at: instantOf(row.day, '19:20', demoZone) }))
  const account = await db.asActor({ role: 'therapist', id: therapistId }, async ({ kysely }) => {
    for (const { id, title, form, day, at, answer } of rows) {
      const given = instantOf(shiftDay(day, -5), '10:00', demoZone)
      const of = { therapist_id: therapistId, client_id: clientId }
      await kysely
        .insertInto('task')
        .values({
          id,
          ...of,
          act_id: randomUUID(),
          title,
          description: JSON.stringify(richTextFromPlain('')),
          form: JSON.stringify(form),
          kind: form.kind,
          status: 'assigned',
          priority: 'medium',
          due_day: day,
          assigned_at: given,
          deliver_at: given,
          delivered_at: given,
          zone: demoZone,
        })
        .execute()
      await kysely
        .insertInto('task_client')
        .values({ ...of, task_id: id, due_day: day })
        .execute()
      const ended = answer
        ? { status: 'completed', started_at: at, completed_at: at, ended_at: at }
        : { status: 'denied', decline_reason: 'We were away that week.', ended_at: at }
      await kysely.updateTable('task').set(ended).where('id', '=', id).execute()
    }
    const record = await kysely
      .selectFrom('client')
      .select('account_id')
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow()
    return record.account_id
  })
  if (!account) return
  await db.asActor({ role: 'client', id: account }, async ({ kysely }) => {
    for (const { id, at, answer } of rows) {
      if (!answer) continue
      const handedIn = { answer: JSON.stringify(answer), score: questionnaireScore(answer), handed_in_at: at }
      await kysely
        .insertInto('task_answer')
        .values({ therapist_id: therapistId, task_id: id, ...handedIn })
        .execute()
    }
  })
}

/** Returns the answer to one of the seven items of a questionnaire. The answers to all items add up to `sum`. */
const itemScore = (sum: number, item: number) => Math.floor(sum / 7) + (item < sum % 7 ? 1 : 0)
