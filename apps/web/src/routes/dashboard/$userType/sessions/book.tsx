import { createFileRoute } from '@tanstack/react-router'
import { BookPage } from '../../../../features/availability/booking/BookPage.tsx'

type Search = { therapist?: string }

export const Route = createFileRoute('/dashboard/$userType/sessions/book')({
  validateSearch: (search): Search => (typeof search.therapist === 'string' ? { therapist: search.therapist } : {}),
  component: BookPage,
})
