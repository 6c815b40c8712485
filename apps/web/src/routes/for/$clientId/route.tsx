import { createFileRoute } from '@tanstack/react-router'
import { GuardianLayout } from '../../../features/people/guardian/frame/GuardianLayout.tsx'

export const Route = createFileRoute('/for/$clientId')({ component: GuardianLayout })
