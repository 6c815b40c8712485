/** Database functions by name. Empty, because no feature needs one yet. */
export const backendRpc = {}
