import { createFileRoute } from '@tanstack/react-router'
import { MeasureListPage } from '../../../../features/care/measure/list/MeasureListPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/questionnaires/')({ component: MeasureListPage })
