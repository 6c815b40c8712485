import { Suspense, lazy, type ComponentProps } from 'react'

const Step = lazy(() => import('./series/SeriesStep.tsx'))
const All = lazy(() => import('./series/AcceptAll.tsx'))
const Card = lazy(() => import('./series/SeriesCard.tsx'))

/** Asks which sessions of a series a move, an edit or a cancel means, and does it to more than one of them. */
export function SeriesStep(props: ComponentProps<typeof Step>) {
  return (
    <Suspense>
      <Step {...props} />
    </Suspense>
  )
}

/** The series of a session, beside its facts; loaded where there is one. */
export function SeriesCard(props: ComponentProps<typeof Card>) {
  return (
    <Suspense>
      <Card {...props} />
    </Suspense>
  )
}

/** Accepts at once what of a series awaits an answer. */
export function AcceptAll(props: ComponentProps<typeof All>) {
  return (
    <Suspense>
      <All {...props} />
    </Suspense>
  )
}
