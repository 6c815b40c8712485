import { defineFeature } from '../../../platform/feature.ts'
import { searchHandlers } from './search.handlers.ts'
import { buildSearchIndex } from './search.index.ts'
import { searchPolicy } from './search.policy.ts'

export const searchFeature = defineFeature({
  handlers: searchHandlers,
  policy: searchPolicy,
  cleanups: [buildSearchIndex],
})
