import { createFileRoute } from '@tanstack/react-router'
import { SessionDetails } from '../../../../features/session/SessionDetails.tsx'

export const Route = createFileRoute('/dashboard/$userType/sessions/session-details')({
  validateSearch: (search) => ({ id: typeof search.id === 'string' ? search.id : '' }),
  component: SessionDetails,
})
