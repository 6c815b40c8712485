import type { TaskId } from '@attune/contract/common/ids'
import { leftOut } from '@attune/contract/common/fields'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { maxScore } from '@attune/contract/features/care/task/task.scores'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { answerLines } from '../../task/task.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { exportedColumnsSql, factsOf, type ExportedColumns } from './columns.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { textsOf } from '../record-export.texts.ts'

type ExportedTask = {
  id: TaskId
  at: string
  title: string
  status: string
  dueDay: string | null
  description: RichText
  form: TaskForm
  answer: TaskAnswer | null
  score: number | null
  declineReason: string
  endedAt: string | null
  answeredAt: string | null
  /** The time on the client's device if the answer waited there for a connection. */
  givenAt: string | null
  comments: { by: 'therapist' | 'client'; at: string; text: string }[]
  files: string[]
}

const deliveredAt = sql`t.delivered_at`
const selectsRows = leftOut('it selects the rows')
const ofDelivery = leftOut('the export shows when the client received the task')
const ofReminder = leftOut('it is about the reminder of the task')
const ofRepeat = leftOut('the export shows each task on its own')

/** The columns of a task. The facts are in the order of the export. */
const taskColumns: ExportedColumns<'task', ExportedTask> = {
  id: { as: 'id' },
  title: { as: 'title' },
  status: { as: 'status', fact: ({ status }, { t }) => t(`taskStatus.${status}`) },
  delivered_at: { as: 'at', fact: ({ at }, { moment }) => moment(at) },
  due_day: {
    as: 'dueDay',
    select: (day) => sql`${day}::text`,
    fact: ({ dueDay }, { t, day }) => (dueDay ? t('due', { day: day(dueDay) }) : ''),
  },
  description: { as: 'description' },
  form: { as: 'form' },
  kind: leftOut('the form has the kind'),
  priority: leftOut('it orders the lists of open tasks'),
  decline_reason: { as: 'declineReason' },
  ended_at: { as: 'endedAt' },
  started_at: leftOut('the status says it'),
  completed_at: leftOut('the answer has the time'),
  client_id: selectsRows,
  therapist_id: selectsRows,
  withdrawn_at: leftOut('withdrawn tasks are not exported'),
  archived_at: leftOut('it moves the task to another list'),
  assigned_at: ofDelivery,
  deliver_at: ofDelivery,
  zone: ofDelivery,
  after_task_id: ofDelivery,
  session_id: ofDelivery,
  remind_at: ofReminder,
  reminded_at: ofReminder,
  repeat_number: ofRepeat,
  repeat_of: ofRepeat,
  act_id: leftOut('it says which command assigned the task'),
  version: leftOut('only a save needs the version'),
  updated_at: leftOut('only lists need it'),
}

const answerColumns: ExportedColumns<'task_answer', ExportedTask> = {
  answer: { as: 'answer' },
  score: { as: 'score' },
  results: leftOut('the export computes them from the form and the answer'),
  measure_version: leftOut('the form has the version'),
  comparable_from: leftOut('the form has the version'),
  submitted_at: { as: 'answeredAt' },
  answered_at: { as: 'givenAt' },
  flagged: leftOut('the alert is for the therapist who reads the answer'),
  acknowledged_at: leftOut('the alert is for the therapist who reads the answer'),
  taken_back_at: leftOut('answers that were taken back are not exported'),
  id: selectsRows,
  task_id: selectsRows,
  therapist_id: selectsRows,
}

/** Yields the tasks that the client received, each with the last submitted answer and the comments. */
export async function* taskEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  for await (const row of exportedTasks(app, record)) yield taskEntry(record, row)
}

/** Returns a task with the last submitted answer and the comments. */
export function taskEntry(record: ExportedRecord, row: ExportedTask): PdfEntry {
  const texts = textsOf(record)
  const { t, entry, moment } = texts
  const answered =
    row.answer && row.answeredAt
      ? [
          {
            by: t('answerOf', { name: record.firstName, when: moment(row.givenAt ?? row.answeredAt) }),
            text: answerText(row, t),
          },
        ]
      : []
  const said = row.comments.map(({ by, at, text }) => ({
    by: `${by === 'client' ? record.firstName : t('you')}, ${moment(at)}`,
    text,
  }))
  const declined =
    row.status === 'denied' && row.endedAt
      ? [{ by: `${record.firstName}, ${moment(row.endedAt)}`, text: row.declineReason }]
      : []
  return entry({
    heading: row.title,
    facts: factsOf(taskColumns, row, texts),
    content: row.description,
    files: row.files,
    replies: [...answered, ...said, ...declined].filter(({ text }) => text !== ''),
  })
}

/** Returns the text of the client's answer, one line for each part. */
function answerText(
  { form, answer, score }: ExportedTask,
  t: (key: string, params?: Record<string, string>) => string,
): string {
  const lines = answer ? answerLines(form, answer) : []
  if (score !== null && answer?.kind === 'questionnaire')
    lines.push(t('scored', { score: String(score), most: String(maxScore(answer.name)) }))
  return lines.filter((line) => line.trim() !== '').join('\n')
}

/** Yields the tasks that the client received, each with the last submitted answer. */
export const exportedTasks = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<ExportedTask>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<ExportedTask>`
      select ${exportedColumnsSql('t', taskColumns)}, ${exportedColumnsSql('a', answerColumns)},
        coalesce((select json_agg(json_build_object('by', k.by_role, 'at', k.at, 'text', k.text) order by k.at, k.id) from app.task_comment k
          where k.therapist_id = t.therapist_id and k.task_id = t.id), '[]') as comments,
        array(select f.name from app.task_file x join app.file f on f.id = x.file_id where x.therapist_id = t.therapist_id and x.task_id = t.id order by f.name) as files
      from app.task t left join lateral (
        select k.answer, k.score, k.submitted_at, k.answered_at from app.task_answer k
        where k.therapist_id = t.therapist_id and k.task_id = t.id and k.taken_back_at is null order by k.submitted_at desc limit 1) a on true
      where t.therapist_id = ${actor.id} and t.client_id = ${record.clientId} and t.delivered_at is not null and t.withdrawn_at is null
        and ${periodSql(deliveredAt, record)} ${pageSql(deliveredAt, sql`t.id`, after)}`.execute(kysely)
    return page.rows
  })
