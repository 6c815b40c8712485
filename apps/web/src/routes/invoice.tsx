import { createFileRoute } from '@tanstack/react-router'
import { LinkedInvoicePage } from '../features/invoice/linked/LinkedInvoicePage.tsx'

export const Route = createFileRoute('/invoice')({ component: LinkedInvoicePage })
