import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'

// The pages of payments do not need this code at first.
/** The estimates of the acting client. */
export const LazyOwnEstimates = lazyInBoundary(() => import('./given/OwnEstimates.tsx'), 'OwnEstimates')
/** The link to the estimates. Renders nothing for a business that can give none and has given none. */
export const LazyEstimatesLink = lazyNamed(() => import('./EstimatesLink.tsx'), 'EstimatesLink', <Pending />)
/** The warning about bills above an estimate. */
export const LazyEstimateWarnings = lazyNamed(() => import('./EstimateWarnings.tsx'), 'EstimateWarnings', <Pending />)
