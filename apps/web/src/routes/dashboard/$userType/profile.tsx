import { createFileRoute } from '@tanstack/react-router'
import { OwnProfilePage } from '../../../shell/settings/OwnProfilePage.tsx'

export const Route = createFileRoute('/dashboard/$userType/profile')({ component: OwnProfilePage })
