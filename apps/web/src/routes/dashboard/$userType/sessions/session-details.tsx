import type { SessionId } from '@attune/contract/common/ids'
import { createFileRoute } from '@tanstack/react-router'
import { SessionDetailsPage } from '../../../../features/schedule/session/detail/SessionDetailsPage.tsx'
import { LazySessionTasks } from '../../../../features/care/task/task.ts'

export const Route = createFileRoute('/dashboard/$userType/sessions/session-details')({
  // With `move`, the page opens the dialog with which the therapist moves the session.
  validateSearch: (search): { id: SessionId; move?: true } => ({
    id: typeof search.id === 'string' ? search.id : '',
    ...(search.move === true && { move: true as const }),
  }),
  component: () => <SessionDetailsPage SessionTasks={LazySessionTasks} />,
})
