import { createFileRoute } from '@tanstack/react-router'
import { SafetyPlanPage } from '../../../features/care/safety/plan/SafetyPlanPage.tsx'

type Search = { edit?: boolean }

export const Route = createFileRoute('/dashboard/client/safety')({
  validateSearch: (search): Search => (search.edit === true ? { edit: true } : {}),
  component: SafetyPlanPage,
})
