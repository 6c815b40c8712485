/** The search parameters of the assistant's page. */
export type ChatSearch = {
  /** The id of the open conversation. */
  conversation?: string
  /** The id of the client whom a new conversation is about. Without it, the conversation is about no client. */
  client?: string
  new?: true
}

const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f-]{36}$/i.test(text)

/** Parses search parameters and drops unknown ones. */
export function parseChatSearch(raw: Record<string, unknown>): ChatSearch {
  if (isId(raw.conversation)) return { conversation: raw.conversation }
  if (isId(raw.client)) return { client: raw.client }
  return raw.new === true ? { new: true } : {}
}
