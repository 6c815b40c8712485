import { createFileRoute } from '@tanstack/react-router'
import { OwnInvoicesPage } from '../../../../features/invoice/mine/OwnInvoicesPage.tsx'

export const Route = createFileRoute('/dashboard/client/payments/')({ component: OwnInvoicesPage })
