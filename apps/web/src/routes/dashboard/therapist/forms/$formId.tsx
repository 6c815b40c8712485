import { createFileRoute } from '@tanstack/react-router'
import { FormPage } from '../../../../features/care/form/build/FormPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/forms/$formId')({ component: FormPage })
