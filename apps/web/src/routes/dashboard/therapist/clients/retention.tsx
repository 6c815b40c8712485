import { createFileRoute } from '@tanstack/react-router'
import { RecordEndingsPage } from '../../../../features/care/record-retention/endings/RecordEndingsPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/clients/retention')({ component: RecordEndingsPage })
