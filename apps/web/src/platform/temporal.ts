import type { Temporal as Polyfill } from 'temporal-polyfill'

/**
 * Stands for `temporal-polyfill` in the build: browsers that know Temporal load nothing more, the others fetch the
 * polyfill before the first page that needs it.
 */
export const Temporal: typeof Polyfill =
  (globalThis as { Temporal?: typeof Polyfill }).Temporal ?? (await import('temporal-polyfill/implementation')).Temporal
