import { createFileRoute } from '@tanstack/react-router'
import { SafetyPage } from '../../../features/safety/SafetyPage.tsx'

type Search = { edit?: boolean }

export const Route = createFileRoute('/dashboard/client/safety')({
  validateSearch: (search): Search => (search.edit === true ? { edit: true } : {}),
  component: SafetyPage,
})
