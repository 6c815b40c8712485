import { createFileRoute } from '@tanstack/react-router'
import { AppSignInPage } from '../features/people/login/sign-in/AppSignInPage.tsx'

export const Route = createFileRoute('/sign-in')({ component: AppSignInPage })
