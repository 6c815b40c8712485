/** Database functions by name. The first, `get_unread_message_counts`, comes with messages. */
export const backendRpc = {}
