/**
 * The search parameters of the assistant's page. `conversation` is the id of the open conversation. A new conversation is about the client with
 * the id `client`, or about no client.
 */
export type ChatSearch = { conversation?: string; client?: string; new?: true }

const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f-]{36}$/i.test(text)

/** Parses search parameters and drops unknown ones. */
export function parseChatSearch(raw: Record<string, unknown>): ChatSearch {
  if (isId(raw.conversation)) return { conversation: raw.conversation }
  if (isId(raw.client)) return { client: raw.client }
  return raw.new === true ? { new: true } : {}
}
