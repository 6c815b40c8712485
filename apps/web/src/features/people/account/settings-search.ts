import type { Role } from '@attune/contract/features/people/account/account'

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
  /** The connected Google account, or why none was connected. */
  connected?: unknown
  refused?: unknown
}

/** Returns the search parameters for a tab. They are empty for the first tab and for an unknown tab. */
export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const { connected, refused } = search
  const tab = settingsTabs.find((one) => one === search.tab)
  return tab && tab !== settingsTabs[0] ? { tab, connected, refused } : {}
}
