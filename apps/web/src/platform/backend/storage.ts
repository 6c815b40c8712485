/** Files by bucket; the first, `avatars`, comes with the pictures that it holds. */
export const storage = {}
