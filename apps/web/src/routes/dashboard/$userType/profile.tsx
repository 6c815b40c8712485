import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../../features/people/account/profile/ProfilePage.tsx'

export const Route = createFileRoute('/dashboard/$userType/profile')({ component: ProfilePage })
