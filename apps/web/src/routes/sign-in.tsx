import { createFileRoute, redirect } from '@tanstack/react-router'
import { AppSignInPage } from '../features/people/login/sign-in/AppSignInPage.tsx'

/** The native app opens this page with its challenge. A person who types the address gets the sign-in of the start page. */
export const Route = createFileRoute('/sign-in')({
  beforeLoad: ({ search }) => {
    if (!('app' in search)) throw redirect({ to: '/', replace: true })
  },
  component: AppSignInPage,
})
