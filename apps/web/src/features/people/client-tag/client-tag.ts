export { ClientTagChips } from './ClientTagChips.tsx'
export { ClientTagFilter } from './ClientTagFilter.tsx'
export { LazyClientTagsCard } from './LazyClientTagsCard.tsx'
export { useSubscribeToClientTags } from './use-client-tags.ts'
