import { createFileRoute } from '@tanstack/react-router'
import { OwnInvoicesPage } from '../../../../features/billing/invoice/own/OwnInvoicesPage.tsx'

export const Route = createFileRoute('/dashboard/client/payments/')({ component: OwnInvoicesPage })
