import { createStore } from '../../../../platform/create-store.ts'

/** The number of bytes sent of each file that this page uploads for a queued change. */
export const uploadProgress = createStore<ReadonlyMap<string, number>>(new Map())
