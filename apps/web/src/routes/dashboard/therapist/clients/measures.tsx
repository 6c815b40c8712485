import { createFileRoute } from '@tanstack/react-router'
import { MeasuresPage } from '../../../../features/care/task/measures/MeasuresPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/clients/measures')({ component: MeasuresPage })
