import { createFileRoute } from '@tanstack/react-router'
import { SetUpPage } from '../features/people/login/set-up/SetUpPage.tsx'

export const Route = createFileRoute('/setup')({ component: SetUpPage })
