import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

/** The admin's settings page for the assistant of the practice. */
export const assistantSetupSubject = {
  id: 'assistant',
  group: 'api',
  areas: { admin: 'api-settings' },
  labels: [
    'assistantSetup:title',
    'assistantSetup:endpoint.name',
    'assistantSetup:key.name',
    'assistantSetup:model.name',
    'assistantSetup:provider.name',
    'assistantSetup:agreement.name',
    'assistantSetup:limits.name',
  ],
  Content: lazyInBoundary(() => import('./AssistantSetupSection.tsx'), 'AssistantSetupSection'),
} as const satisfies SettingsSubject
