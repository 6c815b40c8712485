import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'

/**
 * Loads and renders the dialog that asks which sessions of a series to move, edit or cancel, and then makes the change.
 */
export const LazySeriesDialog = lazyNamed(() => import('./SeriesDialog.tsx'), 'SeriesDialog')

/** Loads and renders the card about the series on a session's page. Pages of single sessions do not load its code. */
export const LazySeriesCard = lazyNamed(() => import('./SeriesCard.tsx'), 'SeriesCard', <Pending />)

/** Loads and renders the button that accepts all sessions of a series that await an answer. */
export const LazyAcceptSeriesButton = lazyNamed(() => import('./AcceptSeriesButton.tsx'), 'AcceptSeriesButton')
