import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../shell/guard.ts'
import { Shell } from '../../shell/Shell.tsx'

export const Route = createFileRoute('/dashboard')({ beforeLoad: guard, component: Shell })
