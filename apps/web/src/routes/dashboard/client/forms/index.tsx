import { createFileRoute } from '@tanstack/react-router'
import { OwnFormsPage } from '../../../../features/care/form/fill/OwnFormsPage.tsx'

export const Route = createFileRoute('/dashboard/client/forms/')({ component: OwnFormsPage })
