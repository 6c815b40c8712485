import { createFileRoute } from '@tanstack/react-router'
import { SharedEntryPage } from '../../../../features/care/journal/reading/SharedEntryPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/journals/$entryId')({ component: SharedEntryPage })
