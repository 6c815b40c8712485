import { createFileRoute } from '@tanstack/react-router'
import { GuardianStartPage } from '../../features/people/guardian/home/GuardianStartPage.tsx'

export const Route = createFileRoute('/for/')({ component: GuardianStartPage })
