import { Suspense, lazy, type ComponentProps } from 'react'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'

const SeriesDialog = lazy(() => import('./SeriesDialog.tsx'))
const AcceptSeriesButton = lazy(() => import('./AcceptSeriesButton.tsx'))
const SeriesCard = lazy(() => import('./SeriesCard.tsx'))

/**
 * Loads and renders the dialog that asks which sessions of a series to move, edit or cancel, and then makes the change.
 */
export function LazySeriesDialog(props: ComponentProps<typeof SeriesDialog>) {
  return (
    <Suspense>
      <SeriesDialog {...props} />
    </Suspense>
  )
}

/** Loads and renders the card about the series on a session's page. Pages of single sessions do not load its code. */
export function LazySeriesCard(props: ComponentProps<typeof SeriesCard>) {
  return (
    <Suspense fallback={<Pending />}>
      <SeriesCard {...props} />
    </Suspense>
  )
}

/** Loads and renders the button that accepts all sessions of a series that await an answer. */
export function LazyAcceptSeriesButton(props: ComponentProps<typeof AcceptSeriesButton>) {
  return (
    <Suspense>
      <AcceptSeriesButton {...props} />
    </Suspense>
  )
}
