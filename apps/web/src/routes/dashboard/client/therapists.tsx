import { createFileRoute } from '@tanstack/react-router'
import { TherapistsPage } from '../../../features/people/connection/TherapistsPage.tsx'

export const Route = createFileRoute('/dashboard/client/therapists')({ component: TherapistsPage })
