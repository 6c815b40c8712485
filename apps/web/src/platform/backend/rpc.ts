/** Database functions by name. There are none yet; the first will be `get_unread_message_counts`, with the messages feature. */
export const backendRpc = {}
