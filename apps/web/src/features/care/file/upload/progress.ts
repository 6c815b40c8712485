import { createStore } from '../../../../platform/create-store.ts'

/** The number of bytes that were sent of each file that this page uploads for a waiting change. */
export const uploadProgress = createStore<ReadonlyMap<string, number>>(new Map())
