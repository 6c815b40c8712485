import { createFileRoute } from '@tanstack/react-router'
import { ClientProfile } from '../../../../features/client/ClientProfile.tsx'

type Search = { tab?: 'sessions'; edit?: boolean }

export const Route = createFileRoute('/dashboard/therapist/clients/$clientId/client-profile')({
  validateSearch: (search): Search => ({
    ...(search.tab === 'sessions' && { tab: 'sessions' as const }),
    ...(search.edit === true && { edit: true }),
  }),
  component: ClientProfile,
})
