import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import type { api } from '../../../../platform/api/api.ts'
import { openQuestionOfChange, openQuestionOfSession, type OpenQuestion } from './open-question.ts'

/** An item of `session.waiting`: a session or change request that awaits the viewer's answer. */
export type AwaitingAnswerItem = Awaited<ReturnType<typeof api.session.waiting>>['items'][number]

/**
 * Returns the open question of an item, such as a requested session or a proposed time. Returns null if the question
 * has already been answered.
 */
export const openQuestionOfItem = (
  { session, change, moved }: AwaitingAnswerItem,
  viewer: ViewerRole,
): OpenQuestion | null =>
  change ? openQuestionOfChange(session, change, viewer) : openQuestionOfSession(session, viewer, moved ? [moved] : [])
