import { emptyRichText } from '@attune/contract/common/rich-text/rich-text'
import type { Task } from '@attune/contract/features/care/task/task'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { mayTakeTaskAction, taskActions } from '@attune/contract/features/care/task/task.states'
import { sampleId, otherSampleId } from '../../schedule/session/session.testing.ts'
import type { TaskDetailsData } from './mutations.ts'

type Viewer = 'therapist' | 'client'

/** Returns a task as `who` sees it. The state machine determines `may`, the actions that are allowed now. */
export function sampleTask(who: Viewer, part: Partial<Task> = {}): Task {
  const { status = 'assigned', completedAt = null } = part
  const now = new Date().toISOString()
  return {
    id: sampleId,
    title: 'Letter to my sister',
    kind: 'plain',
    status,
    priority: 'medium',
    dueDay: '2099-11-26',
    overdue: false,
    assignedAt: '2026-11-01T10:00:00.000Z',
    deliveredAt: '2026-11-01T10:00:00.000Z',
    archived: false,
    startedAt: null,
    completedAt,
    declineReason: '',
    repeat: null,
    client: { id: otherSampleId, personId: otherSampleId, firstName: 'Ana', lastName: 'Moreau', avatarUrl: null },
    therapist: { id: otherSampleId, name: 'Nora Lindqvist', avatarUrl: null },
    sessionId: null,
    comments: 0,
    files: 0,
    hasDraft: false,
    flag: 'none',
    version: 1,
    may: Object.fromEntries(
      taskActions.map((action) => [
        action,
        mayTakeTaskAction(action, { who, status, completedAt, now, isReadOnly: false }),
      ]),
    ) as Task['may'],
    ...part,
  }
}

/** Returns the output of the procedure `task.get` for a task with a form. */
export function sampleTaskDetails(
  task: Task,
  form: TaskForm = { kind: 'plain' },
  part: Partial<TaskDetailsData> = {},
): TaskDetailsData {
  const defaults = { files: [], answer: null, flaggedPoints: null, draft: null, comments: [], history: [] }
  return { task: { ...task, kind: form.kind }, description: emptyRichText, form, ...defaults, ...part }
}
