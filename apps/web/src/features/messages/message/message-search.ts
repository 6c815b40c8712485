/** The search parameters of the messages page. */
export type MessageSearch = {
  /** The id of the open conversation. */
  conversation?: string
  /** The id of the open conversation with a guardian. */
  guardian?: string
  /** The number of the message to which the page scrolls. */
  around?: number
}

const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f-]{36}$/i.test(text)
const isSeq = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0

export function parseMessageSearch(raw: Record<string, unknown>): MessageSearch {
  const { conversation, around, guardian } = raw
  if (isId(guardian)) return { guardian }
  if (!isId(conversation)) return {}
  return { conversation, ...(isSeq(around) && { around }) }
}
