import { Suspense, lazy, type ComponentProps } from 'react'

const Dialog = lazy(() => import('./SeriesDialog.tsx'))
const AcceptButton = lazy(() => import('./AcceptSeriesButton.tsx'))
const Card = lazy(() => import('./SeriesCard.tsx'))

/** Asks which sessions of a series to move, edit or cancel, then shows the dialog for that change. */
export function LazySeriesDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}

/**
 * The card about a session's series on the session's page. Its code is loaded only if the session belongs to a series.
 */
export function LazySeriesCard(props: ComponentProps<typeof Card>) {
  return (
    <Suspense>
      <Card {...props} />
    </Suspense>
  )
}

/**
 * A button that accepts all sessions of a series that await an answer. Its code is loaded when it is first rendered.
 */
export function LazyAcceptSeriesButton(props: ComponentProps<typeof AcceptButton>) {
  return (
    <Suspense>
      <AcceptButton {...props} />
    </Suspense>
  )
}
