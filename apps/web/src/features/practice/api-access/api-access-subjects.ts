import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

const pages = () => import('./ApiAccessPages.tsx')

/** The admin's settings pages for programs that call the API. */
export const apiAccessSubjects = [
  {
    id: 'access',
    group: 'api',
    areas: { admin: 'api-settings' },
    labels: ['apiAccess:key.title', 'apiAccess:origins.title', 'apiAccess:origins.label'],
    Content: lazyInBoundary(pages, 'ApiAccessSettings'),
  },
  {
    id: 'request-limits',
    group: 'api',
    areas: { admin: 'api-settings' },
    labels: ['apiAccess:limits.title', 'apiAccess:limits.group'],
    Content: lazyInBoundary(pages, 'RequestLimitSettings'),
  },
] as const satisfies readonly SettingsSubject[]
