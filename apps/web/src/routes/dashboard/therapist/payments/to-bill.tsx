import { createFileRoute } from '@tanstack/react-router'
import { ToBillPage } from '../../../../features/invoice/ToBillPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/payments/to-bill')({ component: ToBillPage })
