import { createFileRoute } from '@tanstack/react-router'
import { ClientProfile } from '../../../../features/client/ClientProfile.tsx'

type Search = { tab?: 'sessions' | 'timeline'; edit?: boolean }

export const Route = createFileRoute('/dashboard/therapist/clients/$clientId/client-profile')({
  validateSearch: (search): Search => ({
    ...((search.tab === 'sessions' || search.tab === 'timeline') && { tab: search.tab }),
    ...(search.edit === true && { edit: true }),
  }),
  component: ClientProfile,
})
