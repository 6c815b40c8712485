import { Suspense, lazy, type ComponentProps } from 'react'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'

const Dialog = lazy(() => import('./SeriesDialog.tsx'))
const AcceptButton = lazy(() => import('./AcceptSeriesButton.tsx'))
const Card = lazy(() => import('./SeriesCard.tsx'))

/**
 * Loads and renders the dialog that asks which sessions of a series to move, edit or cancel, and then makes the change.
 */
export function LazySeriesDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}

/** Loads and renders the card about the series on a session's page. Pages of single sessions do not load its code. */
export function LazySeriesCard(props: ComponentProps<typeof Card>) {
  return (
    <Suspense fallback={<Pending />}>
      <Card {...props} />
    </Suspense>
  )
}

/** Loads and renders the button that accepts all sessions of a series that await an answer. */
export function LazyAcceptSeriesButton(props: ComponentProps<typeof AcceptButton>) {
  return (
    <Suspense>
      <AcceptButton {...props} />
    </Suspense>
  )
}
