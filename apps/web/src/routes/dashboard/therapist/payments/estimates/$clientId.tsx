import { createFileRoute } from '@tanstack/react-router'
import { EstimatePage } from '../../../../../features/billing/estimate/EstimatePage.tsx'

export const Route = createFileRoute('/dashboard/therapist/payments/estimates/$clientId')({ component: EstimatePage })
