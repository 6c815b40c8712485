import { createStore } from '../../../../platform/create-store.ts'

/** Whether the own camera is not shown to the person themself. The others still see it. Kept until the page is loaded again. */
export const hidesOwnPicture = createStore(false)
