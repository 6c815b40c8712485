import { createFileRoute } from '@tanstack/react-router'
import { WaitingListPage } from '../../../features/waiting-list/WaitingListPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/waiting-list')({ component: WaitingListPage })
