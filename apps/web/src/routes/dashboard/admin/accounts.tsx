import { createFileRoute } from '@tanstack/react-router'
import { AccountsPage } from '../../../features/practice/administration/accounts/AccountsPage.tsx'

export const Route = createFileRoute('/dashboard/admin/accounts')({ component: AccountsPage })
