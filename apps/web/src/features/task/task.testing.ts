import { emptyDoc } from '@attune/contract/common/rich-text'
import type { Task } from '@attune/contract/features/task'
import type { TaskForm } from '@attune/contract/features/task.forms'
import { mayTask, taskActions } from '@attune/contract/features/task.states'
import type { Details } from './acts.ts'

export const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
export const other = '6b2f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'

type Viewer = 'therapist' | 'client'

/** A task as somebody may see it; what may be done is what the state machine says now. */
export function taskOf(who: Viewer, part: Partial<Task> = {}): Task {
  const { status = 'assigned', completedAt = null } = part
  const now = new Date().toISOString()
  return {
    id,
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
    client: { id: other, firstName: 'Ana', lastName: 'Moreau', avatarUrl: null },
    therapist: { id: other, name: 'Nora Lindqvist', avatarUrl: null },
    sessionId: null,
    comments: 0,
    files: 0,
    hasDraft: false,
    flag: 'none',
    version: 1,
    may: Object.fromEntries(
      taskActions.map((action) => [action, mayTask(action, { who, status, completedAt, now, rests: false })]),
    ) as Task['may'],
    ...part,
  }
}

export function detailsOf(task: Task, form: TaskForm = { kind: 'plain' }, part: Partial<Details> = {}): Details {
  const nothing = { files: [], answer: null, draft: null, comments: [], history: [] }
  return { task: { ...task, kind: form.kind }, description: emptyDoc, form, ...nothing, ...part }
}

/** Who asks, for `answerFor`: the one signed in and the profile. */
export const signedIn = (role: Viewer) => ({
  'login/session': () => ({ login: { userId: id, role, need: null } }),
  'account/me': () => ({ id, role, zone: 'Europe/Berlin', language: 'en' }),
})
