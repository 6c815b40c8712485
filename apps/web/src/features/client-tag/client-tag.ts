/** Public module of the feature `client-tag`. */
export { ClientTagChips } from './ClientTagChips.tsx'
export { ClientTagFilter } from './ClientTagFilter.tsx'
export { ClientTagsCard } from './ClientTagsCard.tsx'
export { useSubscribeToClientTags } from './use-client-tags.ts'
