import { createFileRoute } from '@tanstack/react-router'
import { GuardianFormPage } from '../../../../features/people/guardian/forms/GuardianFormPage.tsx'

export const Route = createFileRoute('/for/$clientId/forms/$formId')({ component: GuardianFormPage })
