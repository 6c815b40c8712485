export { LazyEstimatesLink, LazyEstimateWarnings, LazyOwnEstimates } from './lazy-estimates.tsx'
