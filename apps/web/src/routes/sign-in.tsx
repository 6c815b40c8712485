import { createFileRoute } from '@tanstack/react-router'
import { AppSignInPage } from '../features/login/AppSignInPage.tsx'

export const Route = createFileRoute('/sign-in')({ component: AppSignInPage })
