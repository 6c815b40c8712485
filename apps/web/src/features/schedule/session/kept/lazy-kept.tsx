import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'

/** Loads and renders the card with which a therapist keeps a session from guardians. */
export const LazyKeptSessionCard = lazyNamed(() => import('./KeptSessionCard.tsx'), 'KeptSessionCard', <Pending />)

/** Loads and renders the mark of a session that is kept from guardians. */
export const LazyKeptSessionMark = lazyNamed(() => import('./KeptSessionCard.tsx'), 'KeptSessionMark')
