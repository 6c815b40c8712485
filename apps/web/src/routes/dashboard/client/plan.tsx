import { createFileRoute } from '@tanstack/react-router'
import { OwnPlanPage } from '../../../features/care/treatment-plan/OwnPlanPage.tsx'

export const Route = createFileRoute('/dashboard/client/plan')({ component: OwnPlanPage })
