import { createFileRoute } from '@tanstack/react-router'
import { ClientList } from '../../../../features/people/client/list/ClientList.tsx'

export const Route = createFileRoute('/dashboard/therapist/clients/')({ component: ClientList })
