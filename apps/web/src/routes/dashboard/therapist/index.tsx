import { createFileRoute } from '@tanstack/react-router'
import { TherapistDashboard } from '../../../features/home/dashboard/TherapistDashboard.tsx'

export const Route = createFileRoute('/dashboard/therapist/')({ component: TherapistDashboard })
