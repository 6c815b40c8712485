import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { maxScore } from '@attune/contract/features/care/task/task.scores'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { answerLines } from '../../task/task.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { textsOf } from '../record-export.texts.ts'

type Row = {
  id: string
  at: string
  title: string
  status: string
  dueDay: string | null
  description: RichText
  form: TaskForm
  answer: TaskAnswer | null
  score: number | null
  answeredAt: string | null
  comments: { by: 'therapist' | 'client'; at: string; text: string }[]
  files: string[]
}

const deliveredAt = sql`t.delivered_at`

/** Yields the tasks that the client received, each with the answer that was submitted last and the comments. */
export async function* taskEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const { t, entry, moment, day } = textsOf(record)
  for await (const row of tasksOf(app, record)) {
    const answered =
      row.answer && row.answeredAt
        ? [{ by: t('answerOf', { name: record.firstName, when: moment(row.answeredAt) }), text: answerText(row, t) }]
        : []
    const said = row.comments.map(({ by, at, text }) => ({
      by: `${by === 'client' ? record.firstName : t('you')}, ${moment(at)}`,
      text,
    }))
    yield entry({
      heading: row.title,
      facts: [t(`taskStatus.${row.status}`), moment(row.at), row.dueDay ? t('due', { day: day(row.dueDay) }) : ''],
      content: row.description,
      files: row.files,
      replies: [...answered, ...said].filter(({ text }) => text !== ''),
    })
  }
}

/** Returns the text of the client's answer, one line for each part. */
function answerText({ form, answer, score }: Row, t: (key: string, params?: Record<string, string>) => string): string {
  const lines = answer ? answerLines(form, answer) : []
  if (score !== null && answer?.kind === 'questionnaire')
    lines.push(t('score', { score: String(score), most: String(maxScore(answer.name)) }))
  return lines.filter((line) => line.trim() !== '').join('\n')
}

const tasksOf = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<Row>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<Row>`
      select t.id, t.delivered_at as at, t.title, t.status, t.due_day::text as "dueDay", t.description, t.form, a.answer, a.score, a.handed_in_at as "answeredAt",
        coalesce((select json_agg(json_build_object('by', k.by_role, 'at', k.at, 'text', k.text) order by k.at, k.id) from app.task_comment k
          where k.therapist_id = t.therapist_id and k.task_id = t.id), '[]') as comments,
        array(select f.name from app.task_file x join app.file f on f.id = x.file_id where x.therapist_id = t.therapist_id and x.task_id = t.id order by f.name) as files
      from app.task t left join lateral (
        select k.answer, k.score, k.handed_in_at from app.task_answer k
        where k.therapist_id = t.therapist_id and k.task_id = t.id and k.taken_back_at is null order by k.handed_in_at desc limit 1) a on true
      where t.therapist_id = ${actor.id} and t.client_id = ${record.clientId} and t.delivered_at is not null and t.withdrawn_at is null
        and ${periodSql(deliveredAt, record)} ${pageSql(deliveredAt, sql`t.id`, after)}`.execute(kysely)
    return page.rows
  })
