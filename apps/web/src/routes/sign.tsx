import { createFileRoute } from '@tanstack/react-router'
import { SignPage } from '../features/care/form/ticket/SignPage.tsx'

export const Route = createFileRoute('/sign')({ component: SignPage })
