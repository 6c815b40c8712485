import { createFileRoute } from '@tanstack/react-router'
import { SetUpPage } from '../features/login/SetUpPage.tsx'

export const Route = createFileRoute('/setup')({ component: SetUpPage })
