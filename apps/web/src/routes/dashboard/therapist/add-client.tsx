import { createFileRoute } from '@tanstack/react-router'
import { AddClient } from '../../../features/people/client/form/AddClient.tsx'

export const Route = createFileRoute('/dashboard/therapist/add-client')({ component: AddClient })
