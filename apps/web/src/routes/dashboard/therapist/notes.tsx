import { createFileRoute } from '@tanstack/react-router'
import { NotesToWritePage } from '../../../features/care/note/NotesToWritePage.tsx'

type Search = { session?: string }

export const Route = createFileRoute('/dashboard/therapist/notes')({
  validateSearch: (search): Search => (typeof search.session === 'string' ? { session: search.session } : {}),
  component: NotesToWritePage,
})
