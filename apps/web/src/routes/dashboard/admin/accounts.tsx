import { createFileRoute } from '@tanstack/react-router'
import { Accounts } from '../../../features/administration/Accounts.tsx'

export const Route = createFileRoute('/dashboard/admin/accounts')({ component: Accounts })
