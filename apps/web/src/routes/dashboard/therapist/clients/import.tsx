import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '../../../../features/people/client/import/ImportPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/clients/import')({ component: ImportPage })
