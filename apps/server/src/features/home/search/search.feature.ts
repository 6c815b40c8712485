import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { searchHandlers } from './search.handlers.ts'
import { buildSearchIndex } from './search.index.ts'
import { searchPolicy } from './search.policy.ts'

export const searchFeature = defineFeature({
  handlers: searchHandlers,
  policy: searchPolicy,
  cleanups: [buildSearchIndex],
  deletion: {
    erasedOfClient: leftOut('an index of texts that the list names themselves'),
    erasedOfTherapist: leftOut('an index of texts that the list names themselves'),
    keptOfProduct: {
      'app.search_build': leftOut('about the practice or the server, not about a person'),
    },
  },
})
