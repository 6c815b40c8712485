import { createFileRoute } from '@tanstack/react-router'
import { JournalsPage } from '../../../../features/journal/reading/JournalsPage.tsx'

type Search = { show?: 'all' }

export const Route = createFileRoute('/dashboard/therapist/journals/')({
  validateSearch: (search): Search => (search.show === 'all' ? { show: 'all' } : {}),
  component: JournalsPage,
})
