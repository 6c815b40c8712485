import { defineFeature } from '../../../platform/feature.ts'
import { measureHandlers } from './measure.handlers.ts'
import { measurePolicy } from './measure.policy.ts'

export const measureFeature = defineFeature({ handlers: measureHandlers, policy: measurePolicy })
