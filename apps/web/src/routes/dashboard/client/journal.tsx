import { createFileRoute } from '@tanstack/react-router'
import { JournalPage } from '../../../features/care/journal/JournalPage.tsx'
import { parseJournalSearch } from '../../../features/care/journal/journal-search.ts'

export const Route = createFileRoute('/dashboard/client/journal')({
  validateSearch: parseJournalSearch,
  component: JournalPage,
})
