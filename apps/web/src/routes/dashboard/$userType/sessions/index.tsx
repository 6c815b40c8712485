import { createFileRoute } from '@tanstack/react-router'
import { searchOf } from '../../../../features/session/search.ts'
import { SessionsPage } from '../../../../features/session/SessionsPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/sessions/')({
  validateSearch: searchOf,
  component: SessionsPage,
})
