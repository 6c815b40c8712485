import type { Temporal as Polyfill } from 'temporal-polyfill'

/**
 * Replaces `temporal-polyfill` in the build. A browser that has Temporal does not load the polyfill; any other browser
 * loads it before the first page that needs Temporal.
 */
export const Temporal: typeof Polyfill =
  (globalThis as { Temporal?: typeof Polyfill }).Temporal ?? (await import('temporal-polyfill/implementation')).Temporal
