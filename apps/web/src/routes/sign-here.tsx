import { createFileRoute } from '@tanstack/react-router'
import { SignHerePage } from '../features/care/form/here/SignHerePage.tsx'
import { guardianPageShown, hasPageForGuardian } from '../platform/auth/signing-here.ts'

export const Route = createFileRoute('/sign-here')({
  // Marks the guardian's page as shown before the login is known, so that the lock screen never covers it first.
  beforeLoad: () => guardianPageShown.set(hasPageForGuardian()),
  component: SignHerePage,
})
