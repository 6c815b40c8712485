import { createFileRoute } from '@tanstack/react-router'
import { EntryPage } from '../../../../features/journal/reading/EntryPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/journals/$entryId')({ component: EntryPage })
