import { createFileRoute } from '@tanstack/react-router'
import { ClientProfile } from '../../../../features/client/ClientProfile.tsx'

const tabs = ['sessions', 'notes', 'plan', 'tasks', 'journal', 'documents', 'safety', 'timeline'] as const
type Search = { tab?: (typeof tabs)[number]; edit?: boolean }

export const Route = createFileRoute('/dashboard/therapist/clients/$clientId/client-profile')({
  validateSearch: (search): Search => {
    const tab = tabs.find((one) => one === search.tab)
    return { ...(tab && { tab }), ...(search.edit === true && { edit: true }) }
  },
  component: ClientProfile,
})
