import { createFileRoute } from '@tanstack/react-router'
import { SignHerePage } from '../features/care/form/here/SignHerePage.tsx'
import { guardianPageShown, hasPageForGuardian } from '../platform/auth/signing-here.ts'

export const Route = createFileRoute('/sign-here')({
  // The page is known before the login is, so that the lock never covers it first.
  beforeLoad: () => guardianPageShown.set(hasPageForGuardian()),
  component: SignHerePage,
})
