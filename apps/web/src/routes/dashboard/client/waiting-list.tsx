import { createFileRoute } from '@tanstack/react-router'
import { OwnWaitingListPage } from '../../../features/schedule/waiting-list/OwnWaitingListPage.tsx'

type Search = { session?: string }

export const Route = createFileRoute('/dashboard/client/waiting-list')({
  validateSearch: (search): Search => (typeof search.session === 'string' ? { session: search.session } : {}),
  component: OwnWaitingListPage,
})
