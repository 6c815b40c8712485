/** Parses the body of an answer; an empty object if it is not a JSON object. */
export function parseProviderAnswer(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString())
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const hour = 60 * 60

/** Returns the seconds for which a push provider asks to wait by `retry-after`: between a second and an hour, a minute if it names none. */
export function secondsAsked(retryAfter: string | undefined): number {
  const asked = Number(retryAfter)
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 1), hour) : 60
}
