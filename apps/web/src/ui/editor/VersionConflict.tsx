import { lazyNamed } from '../../platform/lazy-named.ts'
import type { VersionChoiceProps } from './VersionChoice.tsx'

const VersionChoice = lazyNamed(() => import('./VersionChoice.tsx'), 'VersionChoice')

/**
 * Says that another version was saved elsewhere while this one was edited, and lets the person choose one of the two. Two contents are shown
 * side by side, each with its button. Conflicts are rare, so their part and its texts are loaded when one appears.
 */
export function VersionConflict(props: VersionChoiceProps) {
  return <VersionChoice {...props} />
}
