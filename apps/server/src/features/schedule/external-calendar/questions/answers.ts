import type { ExternalQuestionId } from '@attune/contract/common/ids'
import type { ExternalAnswer } from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import { proposeTime } from '../../change-request/change-request.ts'
import { transitionSession } from '../../session/session.ts'
import { applyToBusyTime } from '../sync/remote-state.ts'
import type { FoundChange } from '../events/compare.ts'
import { possibleAnswers, findQuestionRow, type QuestionRow } from './questions.ts'
import { wakeCalendar } from '../sync/wake.ts'

/**
 * Executes the therapist's answer to a question about an Attune event, and starts a sync. Repeating the answer changes nothing. Refuses with
 * NOT_FOUND for an unknown question, with ANSWERED if the question has ended or does not permit this answer, and with IN_THE_PAST.
 */
export async function answerQuestion(tx: Tx, id: ExternalQuestionId, answer: ExternalAnswer, now: Date): Promise<void> {
  await tx.run('select id from app.external_question where id = $1 and therapist_id = $2 for update', [id, tx.actor.id])
  const question = await findQuestionRow(tx, id, now)
  if (!question) throw notFound()
  if (question.answer === answer) return
  if (question.answer || !possibleAnswers(question, now).includes(answer)) throw createRefusal('ANSWERED', 409)
  await carryOut(tx, question, answer, now)
  await sql`update app.external_question set answer = ${answer}, answered_at = ${now}
    where id = ${id} and therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  if (answer !== 'keep') await writeAgain(tx, question)
  await wakeCalendar(tx, question.calendarId, now)
}

async function carryOut(tx: Tx, question: QuestionRow, answer: ExternalAnswer, now: Date): Promise<void> {
  const { id, subjectId, newStartsAt, newEndsAt } = question
  if (answer === 'cancel') await transitionSession(tx, 'cancel', { id: subjectId, command: id }, now)
  if (answer === 'offer' && newStartsAt && newEndsAt)
    await proposeTime(tx, { id, sessionId: subjectId, startsAt: newStartsAt, endsAt: newEndsAt }, now)
  if (answer === 'apply') {
    const moved =
      newStartsAt && newEndsAt ? { change: 'moved' as const, startsAt: newStartsAt, endsAt: newEndsAt } : null
    const change: FoundChange = { subjectId, kind: 'event', ...(moved ?? { change: 'deleted' }) }
    await applyToBusyTime(tx, change, now)
  }
}

/** Schedules the event to be written again with Attune's values, unless another question about it is open. */
const writeAgain = (tx: Tx, { calendarId, objectId }: QuestionRow) =>
  sql`update app.external_event set our_hash = '' where therapist_id = ${tx.actor.id} and calendar_id = ${calendarId} and subject_id = ${objectId}
    and not exists (select from app.external_question q where q.therapist_id = ${tx.actor.id} and q.calendar_id = ${calendarId}
      and q.object_id = ${objectId} and q.answered_at is null)`.execute(tx.kysely)
