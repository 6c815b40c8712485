import { createFileRoute } from '@tanstack/react-router'
import { SharedEntriesPage } from '../../../../features/care/journal/reading/SharedEntriesPage.tsx'

type Search = { show?: 'all' }

export const Route = createFileRoute('/dashboard/therapist/journals/')({
  validateSearch: (search): Search => (search.show === 'all' ? { show: 'all' } : {}),
  component: SharedEntriesPage,
})
