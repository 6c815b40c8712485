import { createFileRoute } from '@tanstack/react-router'
import { ErasureReportPage } from '../features/people/login/erasure-report/ErasureReportPage.tsx'

export const Route = createFileRoute('/erasure-report')({ component: ErasureReportPage })
