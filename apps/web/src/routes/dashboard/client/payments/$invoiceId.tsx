import { createFileRoute } from '@tanstack/react-router'
import { OwnInvoicePage } from '../../../../features/invoice/mine/OwnInvoicePage.tsx'

export const Route = createFileRoute('/dashboard/client/payments/$invoiceId')({ component: OwnInvoicePage })
