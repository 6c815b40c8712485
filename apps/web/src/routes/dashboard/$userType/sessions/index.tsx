import { createFileRoute } from '@tanstack/react-router'
import { SessionsPage } from '../../../../features/session/SessionsPage.tsx'

type Search = { tab?: 'upcoming' | 'history' }

export const Route = createFileRoute('/dashboard/$userType/sessions/')({
  validateSearch: (search): Search => (search.tab === 'history' ? { tab: 'history' } : {}),
  component: SessionsPage,
})
