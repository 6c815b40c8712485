import { createStore } from '../../../../platform/create-store.ts'

/** Whether this person's own picture is hidden from them. The others still see it. Kept until the page is loaded again. */
export const hidesOwnPicture = createStore(false)
