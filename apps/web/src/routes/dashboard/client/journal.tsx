import { createFileRoute } from '@tanstack/react-router'
import { JournalPage } from '../../../features/journal/JournalPage.tsx'
import { searchOf } from '../../../features/journal/search.ts'

export const Route = createFileRoute('/dashboard/client/journal')({ validateSearch: searchOf, component: JournalPage })
