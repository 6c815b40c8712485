import { createFileRoute } from '@tanstack/react-router'
import { JournalPage } from '../../../features/journal/JournalPage.tsx'
import { parseJournalSearch } from '../../../features/journal/journal-search.ts'

export const Route = createFileRoute('/dashboard/client/journal')({
  validateSearch: parseJournalSearch,
  component: JournalPage,
})
