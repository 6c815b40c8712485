import { lazyInBoundary } from '../../../platform/lazy-named.ts'

export { AgreedPrices } from './AgreedPrices.tsx'
export { useBusinessCurrency } from './use-services.ts'

/** The settings are loaded on demand, because other pages need only the prices of this feature. */
export const LazyServiceSettings = lazyInBoundary(() => import('./ServiceSettings.tsx'), 'ServiceSettings')
