import { createFileRoute } from '@tanstack/react-router'
import { OldMailbox } from '../../features/login/mailbox-pages.tsx'

export const Route = createFileRoute('/change-email/old')({ component: OldMailbox })
