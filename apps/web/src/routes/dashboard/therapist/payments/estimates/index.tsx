import { createFileRoute } from '@tanstack/react-router'
import { EstimateListPage } from '../../../../../features/estimate/EstimateListPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/payments/estimates/')({ component: EstimateListPage })
