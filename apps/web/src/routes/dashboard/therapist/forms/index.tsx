import { createFileRoute } from '@tanstack/react-router'
import { FormListPage } from '../../../../features/care/form/build/FormListPage.tsx'

export const Route = createFileRoute('/dashboard/therapist/forms/')({ component: FormListPage })
