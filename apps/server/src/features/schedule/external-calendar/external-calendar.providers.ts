import type { ExternalAccountId } from '@attune/contract/common/ids'
import { unreadable } from '../../../platform/provider-keys/provider-keys.ts'
import { openCaldav } from './caldav/caldav.ts'
import { openGoogle } from './google/google.ts'
import { openGoogleAccess } from './google/tokens.ts'
import { CalendarFailure, type CalendarProvider } from './external-calendar.provider.ts'
import type { SyncApp } from './sync/run.ts'

/** The data of an account that is needed to access its calendars. */
export type ProviderAccount = {
  id: ExternalAccountId
  provider: keyof typeof calendarProviders
  address: string
  userName: string
  /** The encrypted password, or the refresh token of a Google account. */
  sealed: Buffer
}

/** Returns the name under which the password or the refresh token of an account is encrypted. */
export const passwordName = (accountId: ExternalAccountId) => `calendar-password ${accountId}`

/** Opens the accounts of each kind of server. */
export const calendarProviders = {
  caldav(app: SyncApp, { id, address, userName, sealed }: Omit<ProviderAccount, 'provider'>): CalendarProvider {
    const password = app.providerKeys.open(passwordName(id), sealed)
    if (password === unreadable) throw new CalendarFailure('unauthorized')
    return openCaldav(app.calendarOutbound, { address, userName, password })
  },
  google(app: SyncApp, { id, sealed }: Omit<ProviderAccount, 'provider'>): CalendarProvider {
    const refreshToken = app.providerKeys.open(passwordName(id), sealed)
    if (refreshToken === unreadable) throw new CalendarFailure('unauthorized')
    const options = { apiRoot: `${app.google.origins.api}/` }
    return openGoogle(app.calendarOutbound, openGoogleAccess(app, refreshToken), options)
  },
}

/** Opens an account with its stored credentials. Throws CalendarFailure if they cannot be decrypted. */
export const openProvider = (app: SyncApp, account: ProviderAccount): CalendarProvider =>
  calendarProviders[account.provider](app, account)
