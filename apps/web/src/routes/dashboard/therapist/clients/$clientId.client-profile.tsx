import { createFileRoute } from '@tanstack/react-router'
import { ClientProfile } from '../../../../features/people/client/record/ClientProfile.tsx'

const tabs = ['sessions', 'notes', 'plan', 'tasks', 'journal', 'documents', 'safety', 'timeline'] as const
/** `note` opens the note about the client on the notes tab. */
type Search = { tab?: (typeof tabs)[number]; note?: 'client'; edit?: boolean }

export const Route = createFileRoute('/dashboard/therapist/clients/$clientId/client-profile')({
  validateSearch: (search): Search => {
    const tab = tabs.find((one) => one === search.tab)
    return {
      ...(tab && { tab }),
      ...(tab === 'notes' && search.note === 'client' && { note: 'client' }),
      ...(search.edit === true && { edit: true }),
    }
  },
  component: ClientProfile,
})
