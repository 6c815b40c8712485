import { createFileRoute } from '@tanstack/react-router'
import { OwnFormPage } from '../../../../features/form/fill/OwnFormPage.tsx'

export const Route = createFileRoute('/dashboard/client/forms/$id')({ component: OwnFormPage })
