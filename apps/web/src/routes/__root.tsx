import { createRootRoute } from '@tanstack/react-router'
import { AppRoot } from '../shell/Root.tsx'

export const Route = createRootRoute({ component: AppRoot })
