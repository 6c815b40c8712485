import { defineFeature } from '../../../platform/feature.ts'
import { recordErasureCleanups } from './record-erasure.jobs.ts'

export const recordErasureFeature = defineFeature({ cleanups: recordErasureCleanups })
