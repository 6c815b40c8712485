import { requireSecretWord, showValue } from './values.ts'

/** The settings of the OAuth client with which therapists connect Google calendars. Signing in with Google uses a separate client. */
export const googleCalendarNames = ['GOOGLE_CALENDAR_CLIENT_ID', 'GOOGLE_CALENDAR_CLIENT_SECRET'] as const

/** An OAuth client that the host has registered with Google. */
export type GoogleClient = { clientId: string; clientSecret: string }

/** The origins of Google's consent page, token endpoint and API. Tests replace them. */
export type GoogleOrigins = { accounts: string; tokens: string; api: string }

export const googleOrigins: GoogleOrigins = {
  accounts: 'https://accounts.google.com',
  tokens: 'https://oauth2.googleapis.com',
  api: 'https://www.googleapis.com',
}

/** Adds a sentence to `mistakes` if the setting `name` is not the id of a client of Google. */
export function requireGoogleId(name: string, value: string, mistakes: string[]): void {
  if (!/^[\w.-]{1,200}\.apps\.googleusercontent\.com$/.test(value))
    mistakes.push(
      `${name} must be the id of a client at Google, which ends with .apps.googleusercontent.com, not ${showValue(value)}.`,
    )
}

type Read = (name: (typeof googleCalendarNames)[number]) => string | null

/** Returns the client for Google calendars, or null if the host has none. Adds a sentence to `mistakes` if one of the two settings is missing. */
export function readGoogleCalendar(read: Read, mistakes: string[]): GoogleClient | null {
  const [clientId, clientSecret] = [read('GOOGLE_CALENDAR_CLIENT_ID'), read('GOOGLE_CALENDAR_CLIENT_SECRET')]
  if (clientId === null && clientSecret === null) return null
  if (clientId === null || clientSecret === null) {
    mistakes.push('Set both GOOGLE_CALENDAR_CLIENT_ID and GOOGLE_CALENDAR_CLIENT_SECRET, or neither.')
    return null
  }
  requireGoogleId('GOOGLE_CALENDAR_CLIENT_ID', clientId, mistakes)
  requireSecretWord('GOOGLE_CALENDAR_CLIENT_SECRET', clientSecret, mistakes)
  return { clientId, clientSecret }
}
