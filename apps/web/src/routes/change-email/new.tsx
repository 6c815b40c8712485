import { createFileRoute } from '@tanstack/react-router'
import { NewMailbox } from '../../features/login/mailbox-pages.tsx'

export const Route = createFileRoute('/change-email/new')({ component: NewMailbox })
