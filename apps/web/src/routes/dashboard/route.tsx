import { createFileRoute } from '@tanstack/react-router'
import { guardDashboard } from '../../shell/pages/route-guard.ts'
import { Shell } from '../../shell/frame/Shell.tsx'

export const Route = createFileRoute('/dashboard')({ beforeLoad: guardDashboard, component: Shell })
