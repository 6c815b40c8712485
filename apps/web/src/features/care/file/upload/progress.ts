import { createStore } from '../../../../platform/create-store.ts'

/** The number of bytes sent, by file id, of the files that this page uploads for queued changes. */
export const uploadProgress = createStore<ReadonlyMap<string, number>>(new Map())
