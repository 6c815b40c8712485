import { createFileRoute } from '@tanstack/react-router'
import { GuardianPlanPage } from '../../../features/people/guardian/plan/GuardianPlanPage.tsx'

export const Route = createFileRoute('/for/$clientId/plan')({ component: GuardianPlanPage })
