import { createFileRoute } from '@tanstack/react-router'
import { LinkedInvoicePage } from '../features/billing/invoice/linked/LinkedInvoicePage.tsx'

export const Route = createFileRoute('/invoice')({ component: LinkedInvoicePage })
