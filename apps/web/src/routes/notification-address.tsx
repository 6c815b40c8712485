import { createFileRoute } from '@tanstack/react-router'
import { ConfirmNotificationAddressPage } from '../features/people/login/email-link/pages.tsx'

export const Route = createFileRoute('/notification-address')({ component: ConfirmNotificationAddressPage })
