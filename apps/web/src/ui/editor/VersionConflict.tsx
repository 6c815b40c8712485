import { lazyNamed } from '../../platform/lazy-named.ts'
import type { VersionChoiceProps } from './VersionChoice.tsx'

const VersionChoice = lazyNamed(() => import('./VersionChoice.tsx'), 'VersionChoice')

/**
 * Shows that another version was saved elsewhere while this one was edited, and lets the person choose one of them. The contents are shown side by
 * side, each with its button. Loaded on demand, because conflicts are rare.
 */
export function VersionConflict(props: VersionChoiceProps) {
  return <VersionChoice {...props} />
}
