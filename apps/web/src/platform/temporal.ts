import type { Temporal as Polyfill } from 'temporal-polyfill'

/**
 * Replaces `temporal-polyfill` in the build. Browsers with Temporal load nothing more; others load the polyfill before
 * the first page that needs it.
 */
export const Temporal: typeof Polyfill =
  (globalThis as { Temporal?: typeof Polyfill }).Temporal ?? (await import('temporal-polyfill/implementation')).Temporal
