import { createFileRoute } from '@tanstack/react-router'
import { OwnFormPage } from '../../../../features/care/form/fill/OwnFormPage.tsx'

export const Route = createFileRoute('/dashboard/client/forms/$id')({ component: OwnFormPage })
