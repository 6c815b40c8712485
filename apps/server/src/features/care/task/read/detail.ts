import type { FileId, TaskId } from '@attune/contract/common/ids'
import { answerFitsForm } from '@attune/contract/features/care/task/task.answers.rules'
import { taskResults } from '@attune/contract/features/care/task/task.results.rules'
import { phq9SafetyItemIndex, showsResultToClient } from '@attune/contract/features/care/task/task.scores'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import type { TaskDetail } from '@attune/contract/features/care/task/task'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { readFilesById } from '../../file/file.ts'
import { listTaskComments } from '../answer/comments.ts'
import { type StoredTaskDraft, findTaskDraft } from '../answer/drafts.ts'
import { readPersonLanguage } from './instruments.ts'
import { listTasksById } from '../task.view.queries.ts'

type Answer = NonNullable<TaskDetail['answer']>
type LastAnswer = Answer & { takenBack: boolean }

/**
 * Returns one task with everything that the viewer may see. Refuses with NOT_FOUND for a task that the viewer cannot
 * see.
 */
export async function readTaskDetail(tx: Tx, id: TaskId, now: Date): Promise<TaskDetail> {
  const isClient = tx.actor.role === 'client'
  const [[task], [text], language, files, last, flaggedPoints, draft, comments, history] = await Promise.all([
    listTasksById(tx, [id], now),
    readTaskText(tx, id),
    readPersonLanguage(tx),
    listTaskFiles(tx, id),
    findLastAnswer(tx, id),
    isClient ? null : findFlaggedPoints(tx, id),
    isClient ? findTaskDraft(tx, id) : null,
    listTaskComments(tx, id),
    listTaskHistory(tx, id),
  ])
  if (!task || !text) throw notFound()
  const currentDraft = isClient && task.status === 'in-progress' ? (draft ?? draftFromAnswer(last)) : draft
  return {
    task,
    ...text,
    form: isClient ? formForClient(text.form) : text.form,
    files,
    // A client does not see an answer that they took back. A therapist sees such an answer only if it was flagged;
    // `findLastAnswer` does not return other answers that were taken back.
    answer: last && !(isClient && last.takenBack) ? publicAnswer(last, isClient, { form: text.form, language }) : null,
    flaggedPoints,
    draft: currentDraft && answerFitsForm(text.form, currentDraft.answer) ? currentDraft : null,
    comments,
    history,
  }
}

/**
 * Returns an answer as the viewer may see it. A client does not see the scores if the therapist has not chosen to show
 * results for this task.
 */
const publicAnswer = (
  { answer, handedInAt, answeredAt, score }: LastAnswer,
  isClient: boolean,
  { form, language }: { form: TaskForm; language: Language },
): Answer => ({
  answer,
  handedInAt,
  answeredAt,
  ...(isClient && !showsResultToClient(form)
    ? { score: null, results: [] }
    : { score, results: answerFitsForm(form, answer) ? taskResults(form, answer, language) : [] }),
})

/** Returns a form as the client gets it: a measure whose results the therapist does not show is without its scores. */
function formForClient(form: TaskForm): TaskForm {
  if (form.kind !== 'measure' || !form.copy || showsResultToClient(form)) return form
  return { ...form, copy: { ...form.copy, content: { ...form.copy.content, scores: [] } } }
}

/** Returns the initial draft for an answer that the client took back: a copy of that answer. */
const draftFromAnswer = (last: LastAnswer | null): StoredTaskDraft | null =>
  last && { answer: last.answer, version: 0, savedAt: last.handedInAt }

async function readTaskText(tx: Tx, id: TaskId) {
  const { rows } = await sql<{ description: RichText; form: TaskForm }>`
    select t.description, t.form from app.task t where t.id = ${id} and t.withdrawn_at is null`.execute(tx.kysely)
  return rows
}

async function listTaskFiles(tx: Tx, id: TaskId) {
  const { rows } = await sql<{ id: FileId }>`
    select f.file_id as id from app.task_file f where f.task_id = ${id} order by f.file_id`.execute(tx.kysely)
  const ids = rows.map((row) => row.id)
  const known = await readFilesById(tx, ids)
  if (known.size === ids.length || tx.actor.role !== 'client') return [...known.values()]
  // A client who connected after the task was assigned has no rights to its files yet. This call grants them.
  await tx.run('select def.task_files_to_me($1)', [id])
  return [...(await readFilesById(tx, ids)).values()]
}

/**
 * Returns the last submitted answer that the actor may see. A therapist sees an answer that was taken back only if it
 * was flagged.
 */
async function findLastAnswer(tx: Tx, id: TaskId): Promise<LastAnswer | null> {
  const visible = tx.actor.role === 'client' ? sql`true` : sql`(a.taken_back_at is null or a.flagged)`
  const { rows } = await sql<LastAnswer>`
    select a.answer, a.score, a.submitted_at as "handedInAt", a.answered_at as "answeredAt", a.taken_back_at is not null as "takenBack" from app.task_answer a where a.task_id = ${id} and ${visible}
    order by a.submitted_at desc limit 1`.execute(tx.kysely)
  return rows[0] ?? null
}

/**
 * Returns the highest answer (1 to 3) to item 9 of the PHQ-9 questionnaire, the question about self-harm, among flagged
 * answers that the therapist has not acknowledged. Returns null if there are none.
 */
async function findFlaggedPoints(tx: Tx, id: TaskId): Promise<number | null> {
  const { rows } = await sql<{ points: number | null }>`
    select max((a.answer -> 'answers' ->> ${phq9SafetyItemIndex}::int)::int) as points from app.task_answer a
    where a.task_id = ${id} and a.flagged and a.acknowledged_at is null`.execute(tx.kysely)
  return rows[0]?.points ?? null
}

async function listTaskHistory(tx: Tx, id: TaskId) {
  const { rows } = await sql<TaskDetail['history'][number]>`
    select h.at, h.by_role as by, h.action, h.reason from app.task_history h where h.task_id = ${id} order by h.id`.execute(
    tx.kysely,
  )
  return rows
}
