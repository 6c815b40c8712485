import { createFileRoute } from '@tanstack/react-router'
import { MeasurePage } from '../../../../features/care/measure/write/MeasurePage.tsx'

export const Route = createFileRoute('/dashboard/therapist/questionnaires/$measureId')({ component: MeasurePage })
