import { createFileRoute } from '@tanstack/react-router'
import { ToBillPage } from '../../../../features/billing/invoice/to-bill/ToBillPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/payments/to-bill')({ component: ToBillPage })
