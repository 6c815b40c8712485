import { createFileRoute } from '@tanstack/react-router'
import { EstimateListPage } from '../../../../../features/billing/estimate/list/EstimateListPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/payments/estimates/')({ component: EstimateListPage })
