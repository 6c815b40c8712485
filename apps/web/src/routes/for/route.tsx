import { createFileRoute } from '@tanstack/react-router'
import { guardGuardianPages } from '../../shell/pages/route-guard.ts'
import { Shell } from '../../shell/frame/Shell.tsx'

export const Route = createFileRoute('/for')({ beforeLoad: guardGuardianPages, component: Shell })
