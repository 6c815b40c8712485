import { createFileRoute } from '@tanstack/react-router'
import { BookingPage } from '../../../../features/schedule/availability/booking/BookingPage.tsx'

type Search = { therapist?: string }

export const Route = createFileRoute('/dashboard/$userType/sessions/book')({
  validateSearch: (search): Search => (typeof search.therapist === 'string' ? { therapist: search.therapist } : {}),
  component: BookingPage,
})
