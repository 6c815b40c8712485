import { createFileRoute } from '@tanstack/react-router'
import { ClientProfile } from '../../../../features/client/ClientProfile.tsx'

export const Route = createFileRoute('/dashboard/therapist/clients/$clientId/client-profile')({ component: ClientProfile })
