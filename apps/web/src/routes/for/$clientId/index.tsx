import { createFileRoute } from '@tanstack/react-router'
import { GuardianHomePage } from '../../../features/people/guardian/home/GuardianHomePage.tsx'

export const Route = createFileRoute('/for/$clientId/')({ component: GuardianHomePage })
