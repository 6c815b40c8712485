import { createFileRoute } from '@tanstack/react-router'
import { WhoLooked } from '../../../features/access/WhoLooked.tsx'

export const Route = createFileRoute('/dashboard/client/who-looked')({ component: WhoLooked })
