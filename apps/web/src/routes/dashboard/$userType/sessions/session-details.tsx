import { createFileRoute } from '@tanstack/react-router'
import { SessionDetailsPage } from '../../../../features/session/detail/SessionDetailsPage.tsx'
import { LazySessionTasks } from '../../../../features/task/task.ts'

export const Route = createFileRoute('/dashboard/$userType/sessions/session-details')({
  validateSearch: (search) => ({ id: typeof search.id === 'string' ? search.id : '' }),
  component: () => <SessionDetailsPage SessionTasks={LazySessionTasks} />,
})
