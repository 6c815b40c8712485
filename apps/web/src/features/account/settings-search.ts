import type { Role } from '@attune/contract/features/account'
import { type ConsentFailure, consentFailures } from '@attune/contract/features/external-calendar.rules'

/** The tabs of the settings, in the order of the page. The page shows the first tab when the URL names none. */
export const settingsTabs = [
  'personal',
  'notifications',
  'sessions',
  'calendars',
  'messages',
  'business',
  'services',
] as const
type FirstTab = (typeof settingsTabs)[0]
export type SettingsTab = (typeof settingsTabs)[number]

/** The tabs that a role has. An admin's settings are on one page without tabs. */
export const settingsTabsOf: Record<Role, readonly SettingsTab[]> = {
  therapist: settingsTabs,
  client: ['personal', 'notifications'],
  admin: ['personal'],
}

type SettingsSearch = {
  tab?: Exclude<SettingsTab, FirstTab>
  /** The account of Google that was just connected, or why none was. */
  connected?: string
  refused?: ConsentFailure
}

/** Returns the search parameters for a tab. They are empty for the first tab and for an unknown tab. */
export function parseSettingsSearch(search: { tab?: unknown; connected?: unknown; refused?: unknown }): SettingsSearch {
  const tab = settingsTabs.find((one) => one === search.tab)
  if (!tab || tab === settingsTabs[0]) return {}
  const refused = consentFailures.find((one) => one === search.refused)
  const connected = typeof search.connected === 'string' ? search.connected : undefined
  return { tab, ...(connected && { connected }), ...(refused && { refused }) }
}
